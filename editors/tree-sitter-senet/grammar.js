/**
 * @file Programs of Senet, for editors.
 *
 * Items, stages, contexts and premises have structure; the sentences within a premise are names side by side, as an
 * application is. What a name means is known to the language server, not here. After a change: `cargo run --example
 * generate` in this folder writes src/parser.c anew.
 */

/* eslint-disable no-undef */

module.exports = grammar({
  name: 'senet',

  extras: ($) => [/[\s\uFEFF]/, $.comment],
  word: ($) => $.name,

  // A stage begins like a link, and its block like a set: which it is shows later.
  conflicts: ($) => [
    [$.stage, $.keyword],
    [$.context, $.keyword],
    [$.block, $.braces],
  ],

  rules: {
    source_file: ($) => repeat($._item),

    _item: ($) => choice($.stage, $.context, $.directive, $.family, $.statement),

    // `stage s = { … }`, where the equals sign and the dot may be left out.
    stage: ($) =>
      prec.dynamic(
        1,
        prec.right(seq(
          optional($.ordered),
          'stage',
          field('name', $.name),
          optional('='),
          field('body', $.block),
          optional('.'),
        )),
      ),
    ordered: (_) => token(prec(1, /ordered[ \t]/)),

    context: ($) =>
      prec.dynamic(1, prec.right(seq('context', field('name', $.name), optional('='), field('body', $.braces), optional('.')))),

    // `for N in 1..6 { rules }`
    family: ($) => prec.right(seq($.for, repeat1($._word), field('body', $.block), optional('.'))),
    for: (_) => token(prec(1, /for[ \t]/)),

    block: ($) => seq('{', repeat(choice($.statement, $.family)), '}'),

    directive: ($) => seq(field('name', $.directive_name), repeat($._part), '.'),

    // A declaration, a rule, a link, or a rule of derivation.
    statement: ($) => seq(repeat1($._part), '.'),

    _part: ($) => choice($._word, $.braces),

    _word: ($) =>
      choice(
        $.name,
        $.variable,
        $.host_name,
        $.wildcard,
        $.number,
        $.string,
        $.keyword,
        $.arrow,
        $.operator,
        $.punctuation,
        $.parentheses,
      ),

    parentheses: ($) => seq('(', repeat($._part), ')'),
    braces: ($) => seq('{', repeat($._part), '}'),

    keyword: (_) => choice('pred', 'stage', 'context'),
    arrow: (_) => choice('-o', 'o-', '<-', '->'),
    operator: (_) => choice('==', '<>', '<=', '>=', '=', '<', '>', '+', '*', '^', '|', '!', '$'),
    punctuation: (_) => choice(':', ',', '..'),

    directive_name: (_) => /#\p{Alphabetic}[\p{Alphabetic}0-9_\-]*/u,
    variable: (_) => /\p{Uppercase}[\p{Alphabetic}0-9_\/\\\-']*/u,
    name: (_) => /[\p{Alphabetic}\/\\\-][\p{Alphabetic}0-9_\/\\\-']*/u,
    host_name: (_) => /_[\p{Alphabetic}0-9_\/\\\-']+/u,
    wildcard: (_) => '_',
    number: (_) => /[0-9]+/,
    string: (_) => /"([^"\\\n]|\\[^\n])*"/,
    comment: (_) => /%[^\n]*/,
  },
});
