// The lessons: each step says what to do, and checks what the learner wrote by what it means, not by
// how it is spelled.

import type { MachineView, PartBlock, RuleBlock, Structure, WriteAnswer, WriteAsk } from '../protocol/types';

/** What a check may look at. */
export type Work = {
  text: string;
  structure: Structure;
  valid: boolean;
  ask: <K extends WriteAnswer['is']>(ask: WriteAsk, kind: K) => Promise<Extract<WriteAnswer, { is: K }> | null>;
};
export type Step = {
  title: string;
  /** Paragraphs: `code` in backquotes, a line that begins with four spaces is a piece of program. */
  text: string;
  /** `null` if the step is done; otherwise what is still missing, in a sentence. */
  check: (work: Work) => Promise<string | null> | string | null;
  /** More help, for those who are stuck. */
  hint: string;
  /** The text after this step, one of many ways to write it. */
  answer: string;
};
export type Lesson = { name: string; title: string; about: string; minutes: number; begin: string; steps: Step[]; /** Whether random games show the balance while it is written. */ meter?: boolean };

// ---- what checks are made of

const predicate = (s: Structure, name: string) => s.predicates.find((p) => p.name.text === name);
const set = (s: Structure, name: string) => s.sets.find((one) => one.name.text === name);
const rules = (s: Structure): RuleBlock[] => [...s.stages.flatMap((stage) => stage.rules), ...s.links];
const uses = (parts: PartBlock[], name: string): boolean => parts.some((p) => p.head?.text === name || uses(p.inside, name) || uses(p.makes, name));
const found = (s: Structure, needs: string[], makes: string[]): RuleBlock | undefined =>
  rules(s).find((r) => needs.every((n) => uses(r.premises, n)) && makes.every((m) => uses(r.effects, m)));
const typed = (s: Structure, name: string, args: string[]): string | null => {
  const one = predicate(s, name);
  if (!one) return `There is no predicate \`${name}\` yet: \`${[name, ...args].join(' ')} : pred.\``;
  const given = one.arguments.map((a) => a.text);
  return given.join(' ') === args.join(' ') ? null : `\`${name}\` should take ${args.length ? args.map((a) => `a \`${a}\``).join(' and ') : 'nothing'}, and it takes ${given.length ? given.join(' ') : 'nothing'}.`;
};
/** The first of some complaints. */
const first = (...all: (string | null)[]): string | null => all.find((one) => one !== null) ?? null;

const start = (work: Work): Promise<MachineView | null> => work.ask({ ask: 'start', start: 0, state: null, seed: '1' }, 'machine').then((a) => a?.machine ?? null);
const atoms = (m: MachineView): string[] => m.groups.flatMap((g) => g.atoms.map((a) => a.text));
async function run(work: Work, steps: number): Promise<MachineView | null> {
  const answer = await work.ask({ ask: 'step', steps, until: { quiescence: false, choice: false, rules: [], atoms: [], queries: [] } }, 'machine');
  return answer?.machine ?? null;
}
const broken = 'The program has an error: it is underlined in the text, and told below.';
const whole = (work: Work): string | null => (work.valid ? null : broken);

// ---- the blocks world

const B1 = `block : type.
a : block.
b : block.
c : block.
`;
const B2 = `${B1}
on block block : pred.
on-table block : pred.
clear block : pred.
arm-free : pred.
holding block : pred.
`;
const B3 = `${B2}
stage blocks = {
  pickup-from-block
    : on X Y * clear X * arm-free
    -o holding X * clear Y.
}
#interactive blocks.
`;
const B4 = `${B3}
#trace _ blocks {
  on a b, on-table b, on-table c, clear a, clear c, arm-free
}.
`;
const rest = `  pickup-from-table
    : on-table X * clear X * arm-free
    -o holding X.
  put-on-block
    : holding X * clear Y
    -o on X Y * clear X * arm-free.
  put-on-table
    : holding X
    -o on-table X * clear X * arm-free.
}`;
const B5 = B4.replace('-o holding X * clear Y.\n}', `-o holding X * clear Y.\n${rest}`);
const B6 = B5.replace('c : block.\n', 'c : block.\narm : type.\nleft : arm.\nright : arm.\n')
  .replace('arm-free : pred.', 'arm-free arm : pred.').replace('holding block : pred.', 'holding arm block : pred.')
  .replaceAll('* arm-free\n', '* arm-free H\n').replaceAll('holding X', 'holding H X').replaceAll('* arm-free.', '* arm-free H.')
  .replace('arm-free\n}.', 'arm-free left, arm-free right\n}.');
const B7 = B6.replace('c : block.\n', 'c : block.\nd : block.\n').replace('clear a, clear c,', 'clear a, clear c, on-table d, clear d,');
const B8 = B7.replace('holding arm block : pred.', 'holding arm block : pred.\ntower : pred.\n#win tower.')
  .replace('stage blocks = {', 'stage blocks = {\n  finish : on X Y * on Y Z * on Z W -o tower.');

const blocks: Lesson = {
  name: 'blocks',
  title: 'The blocks world',
  about: 'A robot arm, some blocks, and the whole idea of the language: what is the case, and what can happen.',
  minutes: 15,
  begin: '',
  steps: [
    {
      title: 'Things',
      text: `A program begins with the things that it is about. Here these are blocks, which a robot arm stacks on a table.

A set of things is a *type*. Write one, with three blocks in it:

    block : type.
    a : block.

Every line ends with a dot. Add \`b\` and \`c\` yourself. If you prefer to click, choose *Blocks* above the text: type \`block\` into "+ set", then add its elements.`,
      check: ({ structure }) => {
        const one = set(structure, 'block');
        if (!one) return 'There is no set `block` yet.';
        return one.values.length >= 3 ? null : `The set \`block\` has ${one.values.length} of 3 elements.`;
      },
      hint: 'Each element is a line of its own: `b : block.`',
      answer: B1,
    },
    {
      title: 'What can be the case',
      text: `Now say what can be true of blocks. A *predicate* names a fact, and the types of the things that it is about:

    on block block : pred.

\`on a b\` will mean that a stands on b. Add four more:

    on-table block : pred.
    clear block : pred.
    arm-free : pred.
    holding block : pred.

A block is clear if nothing stands on it. The arm is free, or holds a block.`,
      check: ({ structure: s }) => first(typed(s, 'on', ['block', 'block']), typed(s, 'on-table', ['block']), typed(s, 'clear', ['block']), typed(s, 'arm-free', []), typed(s, 'holding', ['block'])),
      hint: 'A predicate without arguments is just its name: `arm-free : pred.`',
      answer: B2,
    },
    {
      title: 'What can happen',
      text: `A *rule* says what it takes and what it makes. It stands in a *stage*:

    stage blocks = {
      pickup-from-block
        : on X Y * clear X * arm-free
        -o holding X * clear Y.
    }
    #interactive blocks.

Read it aloud: if X is on Y, and X is clear, and the arm is free, then all this can be given up for: the arm holds X, and Y is clear. \`X\` and \`Y\` stand for any blocks. \`*\` reads "and", and \`-o\` reads "becomes": what stands left of it is used up, and what stands right of it is new.

\`#interactive\` says that somebody chooses what happens.`,
      check: ({ structure: s, valid }) => {
        if (!s.stages.length) return 'There is no stage yet.';
        if (!found(s, ['on', 'clear', 'arm-free'], ['holding', 'clear'])) return 'There is no rule yet that takes `on X Y`, `clear X` and `arm-free` and makes `holding X` and `clear Y`.';
        if (!s.stages.some((stage) => stage.interactive)) return 'Say that somebody chooses: `#interactive blocks.`';
        return valid ? null : broken;
      },
      hint: 'Facts are joined by `*`. A rule has a name, a colon, what it takes, `-o`, what it makes, and a dot.',
      answer: B3,
    },
    {
      title: 'A world to begin with',
      text: `Say what is the case at the start, and in which stage:

    #trace _ blocks {
      on a b, on-table b, on-table c, clear a, clear c, arm-free
    }.

The game appears beside the text. Pick up a block! Then look at *State*: what the rule took is gone, and what it made is new.`,
      check: async (work) => {
        if (!work.structure.directives.some((d) => d.name === 'trace')) return 'There is no start yet: `#trace _ blocks { … }.`';
        const bad = whole(work);
        if (bad) return bad;
        const machine = await start(work);
        return machine && machine.of > 0 ? null : 'Nothing can happen at the start: is there a block on another, clear, and the arm free?';
      },
      hint: 'The atoms are separated by commas and stand in braces.',
      answer: B4,
    },
    {
      title: 'The rest, on your own',
      text: `Three rules are missing:

• \`pickup-from-table\`: the arm picks a clear block up from the table.
• \`put-on-block\`: the arm puts what it holds on a clear block.
• \`put-on-table\`: the arm puts what it holds on the table.

Write them into the stage. Think of what each takes and what it makes: a block that is put down is clear, and the arm is free again.`,
      check: async (work) => {
        const { structure: s } = work;
        const bad = first(
          found(s, ['on-table', 'clear', 'arm-free'], ['holding']) ? null : 'No rule picks a block up from the table yet.',
          found(s, ['holding', 'clear'], ['on', 'clear', 'arm-free']) ? null : 'No rule puts a block on another yet. The block that is put down is clear, and the arm is free.',
          rules(s).some((r) => uses(r.premises, 'holding') && uses(r.effects, 'on-table') && uses(r.effects, 'arm-free') && uses(r.effects, 'clear')) ? null : 'No rule puts a block on the table yet, with the block clear and the arm free after it.',
          whole(work),
        );
        if (bad) return bad;
        if (!(await start(work))) return 'The machine does not start.';
        const after = await run(work, 200);
        return after && after.steps >= 200 ? null : `After ${after?.steps ?? 0} steps nothing can happen any more: something is lost on the way. Step through it in *Step* and look at what is missing.`;
      },
      hint: 'put-on-block takes `holding X * clear Y` and makes `on X Y * clear X * arm-free`.',
      answer: B5,
    },
    {
      title: 'Task 1: a second arm',
      text: `The robot gets a second arm. Both arms work alone: each is free, or holds a block.

Make a set \`arm\` with two elements, and let \`arm-free\` and \`holding\` say which arm they speak of. The rules need a variable for the arm. At the start, both are free.`,
      check: async (work) => {
        const { structure: s } = work;
        const arms = s.sets.find((one) => one.name.text !== 'block' && one.values.length >= 2);
        if (!arms) return 'There is no set with two arms yet.';
        const name = arms.name.text;
        const free = predicate(s, 'arm-free');
        const holding = predicate(s, 'holding');
        if (!free?.arguments.some((a) => a.text === name)) return `\`arm-free\` does not say which ${name}.`;
        if (!holding?.arguments.some((a) => a.text === name)) return `\`holding\` does not say which ${name}.`;
        const bad = whole(work);
        if (bad) return bad;
        const machine = await start(work);
        const frees = machine ? atoms(machine).filter((a) => a.startsWith('arm-free')).length : 0;
        return frees >= 2 ? null : `At the start ${frees} of 2 arms are free.`;
      },
      hint: 'The same variable in several places is the same arm: `on X Y * clear X * arm-free H -o holding H X * clear Y.`',
      answer: B6,
    },
    {
      title: 'Task 2: another block',
      text: 'Add a fourth block. It needs an element, and a place at the start: on the table or on another block. And is it clear?',
      check: async (work) => {
        const blocks = set(work.structure, 'block');
        if ((blocks?.values.length ?? 0) < 4) return `The set \`block\` has ${blocks?.values.length ?? 0} elements.`;
        const bad = whole(work);
        if (bad) return bad;
        const machine = await start(work);
        if (!machine) return 'The machine does not start.';
        const all = atoms(machine);
        const lost = blocks?.values.map((v) => v.name.text).find((b) => !all.includes(`on-table ${b}`) && !all.some((x) => x.startsWith(`on ${b} `)));
        if (lost) return `\`${lost}\` is nowhere at the start.`;
        const open = blocks?.values.map((v) => v.name.text).find((b) => !all.includes(`clear ${b}`) && !all.some((x) => x.startsWith('on ') && x.endsWith(` ${b}`)));
        return open ? `Nothing stands on \`${open}\`, and it is not clear either.` : null;
      },
      hint: '`d : block.`, and at the start `on-table d, clear d`.',
      answer: B7,
    },
    {
      title: 'Task 3: an end',
      text: `So far the robot goes on for ever. Let it end: for example when there is a tower of four blocks, or when three blocks stand on each other.

One way is a predicate that means that the game is won, and a rule that makes it:

    tower : pred.
    #win tower.

Another way is a stage of its own: a link leads there when nothing more can happen, or a rule takes away what all others need.`,
      check: async (work) => {
        const bad = whole(work);
        if (bad) return bad;
        const { structure: s } = work;
        const wins = s.directives.filter((d) => d.name === 'win' || d.name === 'draw').map((d) => d.arguments[0]?.text ?? '');
        const won = wins.find((w) => rules(s).some((r) => uses(r.effects, w)));
        const links = s.links.length > 0;
        if (!won && !links) return wins.length ? `No rule makes \`${wins[0]}\` yet.` : 'There is no end yet: neither `#win` nor a link to another stage.';
        if (!(await start(work))) return 'The machine does not start.';
        if (!won) return null;
        for (let i = 0; i < 8; i += 1) {
          const answer = await work.ask({ ask: 'step', steps: 2000, until: { quiescence: false, choice: false, rules: [], atoms: [won], queries: [] } }, 'machine').catch(() => null);
          if (answer?.machine.pause || answer?.machine.groups.some((g) => g.predicate === won)) return null;
          if (answer?.machine.status === 'ended') break;
        }
        return `In 16,000 random steps \`${won}\` was never reached: can its rule fire? Ask for it in *State*: "Why?".`;
      },
      hint: '`finish : on X Y * on Y Z * on Z W -o tower.` ends the game with a tower of four.',
      answer: B8,
    },
  ],
};

// ---- a first board game

const G1 = `#title "Four in a line".
board cell = square 5 5.
`;
const G2 = `${G1}player : type.  red : player.  blue : player.
#players player.
`;
const G3 = `${G2}
turn player : pred.
free cell : pred.
stone player cell : pred.

stage play = {
  place : turn P * free C * next P Q -o stone P C * turn Q.
}
#interactive play.

#trace _ play { turn red, { free C | C : cell } }.
`;
const G4 = G3.replace('turn player : pred.', 'turn player : pred.  placed player : pred.')
  .replace('place : turn P * free C * next P Q -o stone P C * turn Q.', 'place : turn P * free C -o stone P C * placed P.')
  .replace('#interactive play.\n', `#interactive play.

won player : pred.  tie : pred.
#win won.  #draw tie.

stage judge = {
  four : placed P * $stone P A * $stone P B * $stone P C * $stone P D * line A B C D -o won P.
}
stage over = {}

qui * stage play * $placed _ -o stage judge.
qui * stage judge * placed P * next P Q * $free _ -o stage play * turn Q.
qui * stage judge * placed _ * not free _ -o stage over * tie.
`);
const G5 = G4.replace('#interactive play.\n', '#interactive play.\n#label place "place a stone on {C}".\n').replace('board cell = square 5 5.', 'board cell = square 6 6.');

const board: Lesson = {
  name: 'board',
  title: 'Your first board game',
  about: 'Stones on a board, two players, four in a line. Playable from the third step on.',
  minutes: 15,
  meter: true,
  begin: '',
  steps: [
    {
      title: 'A board',
      text: `A title, and a board of five times five squares:

    #title "Four in a line".
    board cell = square 5 5.

This declares a type \`cell\` with 25 cells, named like on a chess board. Rules can ask what lies where: \`adjacent A B\` (neighbours), \`line A B C\` (three cells in a row), \`corner A\`, …`,
      check: ({ structure: s }) => (s.boards.length ? null : 'There is no board yet: `board cell = square 5 5.`'),
      hint: 'The line ends with a dot.',
      answer: G1,
    },
    {
      title: 'Players',
      text: `Players are a set, too. A directive says who plays:

    player : type.  red : player.  blue : player.
    #players player.

From now on \`next P Q\` says that Q comes after P.`,
      check: ({ structure: s }) => {
        if (!s.players) return 'Nobody plays yet: `#players player.`';
        return s.players.seats.length >= 2 ? null : 'A game for two needs two players.';
      },
      hint: 'The players are the elements of the set that `#players` names.',
      answer: G2,
    },
    {
      title: 'A move',
      text: `It is somebody's turn, cells are free or have a stone:

    turn player : pred.
    free cell : pred.
    stone player cell : pred.

    stage play = {
      place : turn P * free C * next P Q
        -o stone P C * turn Q.
    }
    #interactive play.

\`*\` reads "and", and \`-o\` reads "becomes": if it is P's turn, C is free and Q comes after P, then all this is used up, and there are a stone of P on C and Q's turn instead.

And the start, with every cell free:

    #trace _ play { turn red, { free C | C : cell } }.

Play some moves!`,
      check: async (work) => {
        const { structure: s } = work;
        const bad = first(s.stages.length ? null : 'There is no stage yet.', rules(s).some((r) => r.premises.length && r.effects.length) ? null : 'There is no rule yet.', s.stages.some((x) => x.interactive) ? null : 'Somebody has to choose: `#interactive play.`', s.directives.some((d) => d.name === 'trace') ? null : 'There is no start yet.', whole(work));
        if (bad) return bad;
        const machine = await start(work);
        return machine && machine.of >= 9 ? null : 'At the start there should be a move for every cell: is every cell free?';
      },
      hint: '`{ free C | C : cell }` means: `free C` for every cell C.',
      answer: G3,
    },
    {
      title: 'An end',
      text: `After each move a second stage judges. So a move makes \`placed P\`, and the links pass the turn on:

    won player : pred.  tie : pred.
    #win won.  #draw tie.

    stage judge = {
      four : placed P * $stone P A * $stone P B * $stone P C
        * $stone P D * line A B C D -o won P.
    }
    stage over = {}

    qui * stage play * $placed _ -o stage judge.
    qui * stage judge * placed P * next P Q * $free _
      -o stage play * turn Q.
    qui * stage judge * placed _ * not free _ -o stage over * tie.

\`$\` reads without taking. \`qui\` means that the stage has nothing more to do. The rule \`place\` now makes \`placed P\` instead of \`turn Q\`.

Above the board a bar shows the balance: who wins if both play at random.`,
      check: async (work) => {
        const { structure: s } = work;
        const wins = s.directives.filter((d) => d.name === 'win').map((d) => d.arguments[0]?.text ?? '');
        const bad = first(wins.length ? null : 'Nobody can win yet: `#win won.`', rules(s).some((r) => wins.some((w) => uses(r.effects, w))) ? null : 'No rule makes a winner yet.', whole(work));
        if (bad) return bad;
        const answer = await work.ask({ ask: 'balance', games: 120 }, 'balance');
        const b = answer?.balance;
        if (!b) return 'The game cannot be played yet.';
        if (b.results.seats.every((seat) => seat.share === 0)) return 'In random games nobody ever wins. Does the turn pass on, and is there a line?';
        return b.unfinished > 0.2 ? 'Many random games do not end. Is there a draw when no cell is free?' : null;
      },
      hint: '`line A B C D` holds for four cells in a row, in any direction.',
      answer: G4,
    },
    {
      title: 'Make it yours',
      text: `Now change something and see what happens to the balance above the board: the size of the board, how many stones make a line, who begins. Give moves a nicer name:

    #label place "place a stone on {C}".`,
      check: async (work) => {
        const bad = whole(work);
        if (bad) return bad;
        const label = work.structure.directives.some((d) => d.name === 'label');
        const changed = !/square 5 5/.test(work.text);
        return label || changed ? null : 'Change the size of the board, or give a move a label.';
      },
      hint: 'Try `board cell = hex 6 6.`',
      answer: G5,
    },
  ],
};

// ---- a first story

const S1 = `place : type.  garden : place.  house : place.
person : type.  mary : person.  john : person.

at person place : pred.
`;
const S2 = `${S1}
way place place : bwd.
way garden house.  way house garden.

stage tell = {
  go : at P A * way A B -o at P B.
}
#interactive tell.

#trace _ tell { at mary garden, at john house }.
`;
const S3 = S2.replace('at person place : pred.', 'at person place : pred.\nlikes person person : pred.')
  .replace('-o at P B.\n}', `-o at P B.
  talk : $at P A * $at Q A * P <> Q -o likes P Q.
}`);
const S4 = S3.replace('likes person person : pred.', 'likes person person : pred.\nmarried : pred.\n#win married.')
  .replace('-o likes P Q.\n}', `-o likes P Q.
  marry : likes P Q * likes Q P -o married.
}`);
const S5 = `${S4}
#label go "{P} goes from {A} to {B}".
#label talk "{P} talks to {Q}".
#label marry "{P} and {Q} marry".
`;

const story: Lesson = {
  name: 'story',
  title: 'Your first story',
  about: 'Two people, two places, and an end that follows from what they do.',
  minutes: 10,
  begin: '',
  steps: [
    {
      title: 'Places and people',
      text: `A story has places and people, and people are somewhere:

    place : type.  garden : place.  house : place.
    person : type.  mary : person.  john : person.

    at person place : pred.`,
      check: ({ structure: s }) => first(s.sets.filter((x) => x.values.length >= 2).length >= 2 ? null : 'There should be two sets with two elements each.', s.predicates.some((p) => p.arguments.length === 2) ? null : 'No predicate says yet who is where: `at person place : pred.`'),
      hint: 'Several declarations may stand in one line.',
      answer: S1,
    },
    {
      title: 'Going places',
      text: `Which place leads to which never changes, so it is a *derived* predicate, a table of facts:

    way place place : bwd.
    way garden house.  way house garden.

    stage tell = {
      go : at P A * way A B -o at P B.
    }
    #interactive tell.

    #trace _ tell { at mary garden, at john house }.

\`*\` reads "and", and \`-o\` reads "becomes": what stands left of it is used up, and what stands right of it is new. So whoever goes is no longer where they were.

Go for a walk: the game is beside the text.`,
      check: async (work) => {
        const { structure: s } = work;
        const bad = first(s.predicates.some((p) => p.kind.text === 'bwd') ? null : 'There is no way yet: `way place place : bwd.`', s.stages.some((x) => x.rules.length) ? null : 'There is no rule yet.', s.directives.some((d) => d.name === 'trace') ? null : 'There is no start yet.', whole(work));
        if (bad) return bad;
        const machine = await start(work);
        return machine && machine.of >= 2 ? null : 'Nobody can go anywhere. Are there ways in both directions?';
      },
      hint: 'A fact of a derived predicate is a line of its own: `way garden house.`',
      answer: S2,
    },
    {
      title: 'Meeting',
      text: `People in the same place can talk, and then one likes the other:

    likes person person : pred.

    talk : $at P A * $at Q A * P <> Q -o likes P Q.

\`$at P A\` needs the fact and keeps it: nobody leaves by talking. \`P <> Q\` says that they are not the same.`,
      check: (work) => first(rules(work.structure).some((r) => r.premises.filter((p) => p.mark === 'keep').length >= 2) ? null : 'No rule yet needs two people in one place and keeps them there, with `$at`.', whole(work)),
      hint: 'The rule stands in the stage, beside `go`.',
      answer: S3,
    },
    {
      title: 'An end',
      text: `Every story ends. Let it end when two like each other:

    married : pred.
    #win married.

    marry : likes P Q * likes Q P -o married.

Then look at *Trace*: which steps led to the end, and which did not matter.`,
      check: async (work) => {
        const wins = work.structure.directives.filter((d) => d.name === 'win').map((d) => d.arguments[0]?.text ?? '');
        const bad = first(wins.length ? null : 'Nothing is an end yet: `#win married.`', rules(work.structure).some((r) => wins.some((w) => uses(r.effects, w))) ? null : 'No rule leads to the end yet.', whole(work));
        if (bad) return bad;
        const answer = await work.ask({ ask: 'balance', games: 120 }, 'balance');
        return answer && answer.balance.results.seats.some((x) => x.share > 0) ? null : 'In random stories the end is never reached. Can people meet?';
      },
      hint: 'Both have to like each other: `likes P Q * likes Q P`.',
      answer: S4,
    },
    {
      title: 'In words',
      text: `Labels say how a move reads:

    #label go "{P} goes from {A} to {B}".
    #label talk "{P} talks to {Q}".

Write one for every rule.`,
      check: (work) => {
        const labels = work.structure.directives.filter((d) => d.name === 'label').length;
        const named = work.structure.stages.flatMap((s) => s.rules).length;
        return first(labels >= named ? null : `${labels} of ${named} rules have a label.`, whole(work));
      },
      hint: 'The names in braces are the variables of the rule.',
      answer: S5,
    },
  ],
};

export const LESSONS: Lesson[] = [blocks, board, story];
