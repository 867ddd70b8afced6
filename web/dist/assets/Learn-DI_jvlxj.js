import{t as e}from"./write-BYUgndO0.js";import{$ as t,A as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,M as f,O as p,P as m,R as h,V as g,W as _,X as v,Y as y,Z as b,et as ee,g as x,it as te,j as S,k as C,nt as w,p as ne,q as T,rt as E,tt as re,z as D}from"./index-kwLnjplz.js";import{a as ie,c as ae,h as oe,i as se,l as ce,n as le,o as ue,s as de,t as fe}from"./StepPane-Dpw8Ciz0.js";var O=e=>`senet.learn.${e}`;function pe(e){try{let t=JSON.parse(localStorage.getItem(O(e))??`null`);return t&&typeof t.text==`string`?t:null}catch{return null}}function me(e,t){try{localStorage.setItem(O(e),JSON.stringify(t))}catch{}}var he=f(`<code> </code>`),ge=f(`<em> </em>`),_e=f(`<li><button> </button></li>`),ve=f(`<pre tabindex="0"> </pre>`),ye=f(`<p><!></p>`),be=f(`<b>Done.</b> `,1),xe=f(`<span class="quiet">…</span>`),Se=f(`<button class="button main"> </button>`),Ce=f(`<button class="button main">Keep it as a game of your own</button><a class="button" href="#/learn">All lessons</a>`,1),we=f(`<button class="link">Write it for me</button>`),Te=f(`<p class="hint"><!></p>`),Ee=f(`<p class="help"><button class="link"> </button> <!></p> <!>`,1),De=f(`<p role="alert"> </p>`),Oe=f(`<h1> </h1> <!> <div role="status"><!></div> <div class="row"><!> <!></div> <!> <p class="help"><button class="link">Start over</button></p> <!>`,1),ke=f(`<button role="tab"> </button>`),Ae=f(`<button class="link"> </button>`),je=f(`<div><b> </b> <button class="message"> </button> <!></div>`),Me=f(`<div class="inspect"><div class="inside"><!></div></div>`),Ne=f(`<button> </button>`),Pe=f(`<main class="lesson"><section class="task" aria-label="What to do"><p class="quiet crumbs"><a href="#/learn">Learn</a> </p> <ol class="dots" aria-label="Steps"></ol> <!></section> <section class="code" aria-label="Rules"><div class="tabs"><div class="tablist" role="tablist" tabindex="-1" aria-label="Rules as"></div> <span class="sp"></span> <button aria-label="Undo a change of the rules">↶</button> <button aria-label="Redo a change of the rules">↷</button></div> <div><div class="textbox"></div> <!></div> <!></section> <section class="play" aria-label="The game"><div class="tabs"><div class="tablist" role="tablist" tabindex="-1" aria-label="The game"></div></div> <!></section> <nav class="panes" aria-label="Panes"></nav></main>`);function k(o,f){ee(f,!0);let O=(e,t=E)=>{var r=S(),o=s(r);a(o,17,()=>Ve(t()),i,(e,t)=>{var r=S(),i=s(r),a=e=>{var r=he(),i=d(r,!0);g(e=>C(i,e),[()=>h(t).slice(1,-1)]),n(e,r)},o=b(()=>h(t).startsWith("`")),c=e=>{var r=ge(),i=d(r,!0);g(e=>C(i,e),[()=>h(t).slice(1,-1)]),n(e,r)},l=b(()=>h(t).startsWith(`*`)&&h(t).length>2),u=e=>{var r=m();g(()=>C(r,h(t))),n(e,r)};p(i,e=>{h(o)?e(a):h(l)?e(c,1):e(u,-1)}),n(e,r)}),n(e,r)},k=pe(f.lesson.name),A=v(u(Math.min(k?.at??0,D(()=>f.lesson.steps.length-1)))),j=v(u(k?.done??0)),M=v(``),N=v(!1),P=v(!1),F=v(0),I=v(void 0),L=null,R=v(null),z=null,B=v(null),V=v(null),H=v(`text`),U=v(`play`),W=v(`task`),G=v(0),K=v(``),q=!1,J=b(()=>f.lesson.steps[h(A)]),Fe=b(()=>h(j)>=f.lesson.steps.length);c(()=>{let e=h(I);if(e&&!L)return D(()=>{let t={document:null,changed:(e,t)=>{y(G,e.state.selection.main.head,!0),t.docChanged&&me(f.lesson.name,{at:h(A),done:h(j),text:e.state.doc.toString()})},rename:()=>void 0,format:()=>void 0,save:()=>void 0};L=new de(e,k?.text??f.lesson.begin,t),y(R,t.document=new ae(f.workbench,L.view.state.doc)),z=new ae(f.workbench,L.view.state.doc),y(B,new ue(h(R))),y(V,new se(h(R))),document.title=`${f.lesson.title} · Senet`}),()=>{q=!0,L?.destroy(),h(B)?.close(),h(R)?.close(),z?.close()}}),c(()=>{let e=h(R)?.problems,t=h(R);e&&t&&D(()=>L?.show(e,e=>t.current(e)))});let Ie=0;c(()=>{if(!h(R)?.checked)return;let{valid:e,playable:t,dirty:n}=h(R);h(A),D(()=>{h(V)?.forget(),clearTimeout(Ie),!n&&(Ie=window.setTimeout(async()=>{q||(e&&t&&await h(B)?.begin(),h(U)===`state`&&h(B)?.match&&await h(V)?.follow(h(B).match.id),await X())},150))})}),c(()=>{h(U),h(B)?.match?.live?.version,D(()=>{h(U)===`state`&&h(B)?.match&&h(R)?.valid&&!h(R).dirty&&h(V)?.follow(h(B).match.id)})});let Y=0;async function X(){if(!L||!z||!h(J))return;let e=++Y,{doc:t}=L.view.state;z.reset(t);let n=await z.ask({ask:`structure`},`structure`).catch(()=>null);if(!n||e!==Y||q)return;let r=z,i={text:t.toString(),structure:n.structure,valid:r.valid,ask:(e,t)=>r.ask(e,t)},a;try{a=await h(J).check(i)}catch(e){a=e instanceof Error?e.message:String(e)}e!==Y||q||(y(M,a,!0),y(N,a===null),h(N)&&h(j)<h(A)+1&&(y(j,h(A)+1),me(f.lesson.name,{at:h(A),done:h(j),text:i.text})))}c(()=>{h(A),y(F,0),y(P,!1);let e=window.setInterval(()=>y(F,h(F)+1),1e3);return()=>clearInterval(e)});function Z(e){y(A,e,!0),y(M,``),y(N,!1),L&&me(f.lesson.name,{at:h(A),done:h(j),text:L.text}),y(W,`task`),X()}function Le(){h(J)&&L?.replace(h(J).answer)}function Re(){L?.replace(f.lesson.begin),y(j,0),Z(0)}async function ze(){if(!L)return;let t=await e(L.text,f.lesson.title,`the lesson ${f.lesson.title}`).catch(()=>null);t?location.hash=`#/write/${t.id}`:y(K,`This browser cannot keep the text.`)}let Be=b(()=>{let e=[];for(let t of(h(J)?.text??``).split(/\n{2,}/)){let n=t.split(`
`).every(e=>e.startsWith(`    `)),r=n?t.replaceAll(/^ {4}/gm,``):t,i=e.at(-1);n&&i?.code?i.text+=`\n\n${r}`:e.push({code:n,text:r})}return e}),Ve=e=>e.split(/(`[^`]*`|\*[^*\n]+\*)/);var Q=Pe(),$=_(Q),He=_($),Ue=T(_(He));w(He);var We=T(He,2);a(We,23,()=>f.lesson.steps,e=>e.title,(e,t,i)=>{var a=_e(),o=_(a);let s;var c=d(o,!0);w(a),g(()=>{x(o,`aria-current`,h(i)===h(A)?`step`:void 0),o.disabled=h(i)>h(j),x(o,`aria-label`,`Step ${h(i)+1}: ${h(t).title??``}${h(i)<h(j)?`, done`:``}`),s=r(o,1,``,null,s,{done:h(i)<h(j)}),C(c,h(i)<h(j)?`✓`:h(i)+1)}),l(`click`,o,()=>Z(h(i))),n(e,a)}),w(We);var Ge=T(We,2),Ke=e=>{var t=Oe(),o=s(t),c=d(o,!0),u=T(o,2);a(u,17,()=>h(Be),i,(e,t)=>{var r=S(),i=s(r),a=e=>{var r=ve(),i=d(r,!0);g(()=>C(i,h(t).text)),n(e,r)},o=e=>{var r=ye(),i=_(r);O(i,()=>h(t).text),w(r),n(e,r)};p(i,e=>{h(t).code?e(a):e(o,-1)}),n(e,r)});var m=T(u,2);let v;var b=_(m),ee=e=>{var t=be(),r=T(s(t));g(()=>C(r,` ${h(A)+1<f.lesson.steps.length?`On to the next step.`:h(Fe)?`You have finished this lesson.`:``}`)),n(e,t)},te=e=>{O(e,()=>h(M))},ne=e=>{var t=xe();n(e,t)};p(b,e=>{h(N)?e(ee):h(M)?e(te,1):e(ne,-1)}),w(m);var E=T(m,2),D=_(E),ie=e=>{var t=Se(),r=d(t);g(()=>C(r,`Next: ${f.lesson.steps[h(A)+1]?.title??``}`)),l(`click`,t,()=>Z(h(A)+1)),n(e,t)};p(D,e=>{h(N)&&h(A)+1<f.lesson.steps.length&&e(ie)});var ae=T(D,2),oe=e=>{var t=Ce(),r=s(t);re(),l(`click`,r,ze),n(e,t)};p(ae,e=>{h(Fe)&&e(oe)}),w(E);var se=T(E,2),ce=e=>{var t=Ee(),r=s(t),i=_(r),a=d(i,!0),o=T(i,2),c=e=>{var t=we();l(`click`,t,Le),n(e,t)};p(o,e=>{h(P)&&e(c)}),w(r);var u=T(r,2),f=e=>{var t=Te(),r=_(t);O(r,()=>h(J).hint),w(t),n(e,t)};p(u,e=>{h(P)&&e(f)}),g(()=>{x(i,`aria-expanded`,h(P)),C(a,h(F)>60&&!h(P)?`Stuck? A hint`:`A hint`)}),l(`click`,i,()=>y(P,!h(P))),n(e,t)};p(se,e=>{h(N)||e(ce)});var le=T(se,2),ue=d(le),de=T(le,2),fe=e=>{var t=De(),r=d(t,!0);g(()=>C(r,h(K))),n(e,t)};p(de,e=>{h(K)&&e(fe)}),g(()=>{C(c,h(J).title),v=r(m,1,`verdict`,null,v,{passed:h(N)})}),l(`click`,ue,Re),n(e,t)};p(Ge,e=>{h(J)&&e(Ke)}),w($);var qe=T($,2),Je=_(qe),Ye=_(Je);a(Ye,20,()=>[[`text`,`Text`],[`blocks`,`Blocks`]],([e,t])=>e,(e,t)=>{var r=b(()=>te(t,2));let i=()=>h(r)[0],a=()=>h(r)[1];var o=ke(),s=d(o,!0);g(()=>{x(o,`aria-selected`,h(H)===i()),x(o,`tabindex`,h(H)===i()?0:-1),C(s,a())}),l(`click`,o,()=>y(H,i(),!0)),n(e,o)}),w(Ye);var Xe=T(Ye,4),Ze=T(Xe,2);w(Je);var Qe=T(Je,2),$e=_(Qe);ne($e,e=>y(I,e),()=>h(I));var et=T($e,2),tt=e=>{{let t=b(()=>h(B)?.match?.face??null);ce(e,{get doc(){return h(R)},get face(){return h(t)},get cursor(){return h(G)},apply:e=>L?.apply(e),say:e=>y(M,e,!0),show:(e,t)=>L?.select(e,t,!1)})}};p(et,e=>{h(H)===`blocks`&&h(R)&&e(tt)}),w(Qe);var nt=T(Qe,2),rt=e=>{let t=b(()=>h(R).problems.find(e=>e.error)??h(R).problems[0]);var i=je();let o;var s=_(i),c=d(s,!0),u=T(s,2),f=d(u,!0),p=T(u,2);a(p,17,()=>h(t).fixes.slice(0,2),e=>e.title,(e,t)=>{var r=Ae(),i=d(r,!0);g(()=>C(i,h(t).title)),l(`click`,r,()=>h(R)&&L?.apply(h(R).current(h(t).edits))),n(e,r)}),w(i),g(()=>{o=r(i,1,`problem`,null,o,{error:h(t).error}),C(c,h(t).error?`error`:`warning`),C(f,h(t).message)}),l(`click`,u,()=>h(R)&&L?.select(h(R).now(h(t).from),h(R).now(h(t).to))),n(e,i)};p(nt,e=>{h(R)?.problems[0]&&e(rt)}),w(qe);var it=T(qe,2),at=_(it),ot=_(at);a(ot,20,()=>[[`play`,`Play`],[`step`,`Step`],[`state`,`State`]],([e,t])=>e,(e,t)=>{var r=b(()=>te(t,2));let i=()=>h(r)[0],a=()=>h(r)[1];var o=ke(),s=d(o,!0);g(()=>{x(o,`aria-selected`,h(U)===i()),x(o,`tabindex`,h(U)===i()?0:-1),C(s,a())}),l(`click`,o,()=>y(U,i(),!0)),n(e,o)}),w(ot),w(at);var st=T(at,2),ct=e=>{var t=S(),r=s(t),i=e=>{fe(e,{get machine(){return h(V)},get doc(){return h(R)}})},a=e=>{var t=Me(),r=_(t),i=_(r);le(i,{get machine(){return h(V)},filtered:()=>void 0}),w(r),w(t),n(e,t)},o=e=>{ie(e,{get live(){return h(B)},get doc(){return h(R)}})};p(r,e=>{h(U)===`step`?e(i):h(U)===`state`?e(a,1):e(o,-1)}),n(e,t)};p(st,e=>{h(R)&&h(B)&&h(V)&&e(ct)}),w(it);var lt=T(it,2);a(lt,20,()=>[[`task`,`Task`],[`rules`,`Rules`],[`game`,`Game`]],([e,t])=>e,(e,t)=>{var r=b(()=>te(t,2));let i=()=>h(r)[0],a=()=>h(r)[1];var o=Ne(),s=d(o);g(()=>{x(o,`aria-pressed`,h(W)===i()),C(s,`${a()??``}${i()===`task`&&h(N)?` ✓`:``}`)}),l(`click`,o,()=>y(W,i(),!0)),n(e,o)}),w(lt),w(Q),g(()=>{x(Q,`data-pane`,h(W)),C(Ue,` · ${f.lesson.title??``}`),r(Qe,1,`editors as-${h(H)??``}`)}),l(`keydown`,Ye,function(...e){oe?.apply(this,e)}),l(`click`,Xe,()=>L?.undo()),l(`click`,Ze,()=>L?.redo()),l(`keydown`,ot,function(...e){oe?.apply(this,e)}),n(o,Q),t()}o([`click`,`keydown`]);var A=(e,t)=>e.predicates.find(e=>e.name.text===t),j=(e,t)=>e.sets.find(e=>e.name.text===t),M=e=>[...e.stages.flatMap(e=>e.rules),...e.links],N=(e,t)=>e.some(e=>e.head?.text===t||N(e.inside,t)||N(e.makes,t)),P=(e,t,n)=>M(e).find(e=>t.every(t=>N(e.premises,t))&&n.every(t=>N(e.effects,t))),F=(e,t,n)=>{let r=A(e,t);if(!r)return`There is no predicate \`${t}\` yet: \`${[t,...n].join(` `)} : pred.\``;let i=r.arguments.map(e=>e.text);return i.join(` `)===n.join(` `)?null:`\`${t}\` should take ${n.length?n.map(e=>`a \`${e}\``).join(` and `):`nothing`}, and it takes ${i.length?i.join(` `):`nothing`}.`},I=(...e)=>e.find(e=>e!==null)??null,L=e=>e.ask({ask:`start`,start:0,state:null,seed:`1`},`machine`).then(e=>e?.machine??null),R=e=>e.groups.flatMap(e=>e.atoms.map(e=>e.text));async function z(e,t){return(await e.ask({ask:`step`,steps:t,until:{quiescence:!1,choice:!1,rules:[],atoms:[],queries:[]}},`machine`))?.machine??null}var B=`The program has an error: it is underlined in the text, and told below.`,V=e=>e.valid?null:B,H=`block : type.
a : block.
b : block.
c : block.
`,U=`${H}
on block block : pred.
on-table block : pred.
clear block : pred.
arm-free : pred.
holding block : pred.
`,W=`${U}
stage blocks = {
  pickup-from-block
    : on X Y * clear X * arm-free
    -o holding X * clear Y.
}
#interactive blocks.
`,G=`${W}
#trace _ blocks {
  on a b, on-table b, on-table c, clear a, clear c, arm-free
}.
`,K=G.replace(`-o holding X * clear Y.
}`,`-o holding X * clear Y.
  pickup-from-table
    : on-table X * clear X * arm-free
    -o holding X.
  put-on-block
    : holding X * clear Y
    -o on X Y * clear X * arm-free.
  put-on-table
    : holding X
    -o on-table X * clear X * arm-free.
}`),q=K.replace(`c : block.
`,`c : block.
arm : type.
left : arm.
right : arm.
`).replace(`arm-free : pred.`,`arm-free arm : pred.`).replace(`holding block : pred.`,`holding arm block : pred.`).replaceAll(`* arm-free
`,`* arm-free H
`).replaceAll(`holding X`,`holding H X`).replaceAll(`* arm-free.`,`* arm-free H.`).replace(`arm-free
}.`,`arm-free left, arm-free right
}.`),J=q.replace(`c : block.
`,`c : block.
d : block.
`).replace(`clear a, clear c,`,`clear a, clear c, on-table d, clear d,`),Fe=J.replace(`holding arm block : pred.`,`holding arm block : pred.
tower : pred.
#win tower.`).replace(`stage blocks = {`,`stage blocks = {
  finish : on X Y * on Y Z * on Z W -o tower.`),Ie={name:`blocks`,title:`The blocks world`,about:`A robot arm, some blocks, and the whole idea of the language: what is the case, and what can happen.`,minutes:15,begin:``,steps:[{title:`Things`,text:`A program begins with the things that it is about. Here these are blocks, which a robot arm stacks on a table.

A set of things is a *type*. Write one, with three blocks in it:

    block : type.
    a : block.

Every line ends with a dot. Add \`b\` and \`c\` yourself. If you prefer to click, choose *Blocks* above the text: type \`block\` into "+ set", then add its elements.`,check:({structure:e})=>{let t=j(e,`block`);return t?t.values.length>=3?null:`The set \`block\` has ${t.values.length} of 3 elements.`:"There is no set `block` yet."},hint:"Each element is a line of its own: `b : block.`",answer:H},{title:`What can be the case`,text:`Now say what can be true of blocks. A *predicate* names a fact, and the types of the things that it is about:

    on block block : pred.

\`on a b\` will mean that a stands on b. Add four more:

    on-table block : pred.
    clear block : pred.
    arm-free : pred.
    holding block : pred.

A block is clear if nothing stands on it. The arm is free, or holds a block.`,check:({structure:e})=>I(F(e,`on`,[`block`,`block`]),F(e,`on-table`,[`block`]),F(e,`clear`,[`block`]),F(e,`arm-free`,[]),F(e,`holding`,[`block`])),hint:"A predicate without arguments is just its name: `arm-free : pred.`",answer:U},{title:`What can happen`,text:`A *rule* says what it takes and what it makes. It stands in a *stage*:

    stage blocks = {
      pickup-from-block
        : on X Y * clear X * arm-free
        -o holding X * clear Y.
    }
    #interactive blocks.

Read it aloud: if X is on Y, and X is clear, and the arm is free, then all this can be given up for: the arm holds X, and Y is clear. \`X\` and \`Y\` stand for any blocks. What stands left of \`-o\` is used up, and what stands right of it is new.

\`#interactive\` says that somebody chooses what happens.`,check:({structure:e,valid:t})=>e.stages.length?P(e,[`on`,`clear`,`arm-free`],[`holding`,`clear`])?e.stages.some(e=>e.interactive)?t?null:B:"Say that somebody chooses: `#interactive blocks.`":"There is no rule yet that takes `on X Y`, `clear X` and `arm-free` and makes `holding X` and `clear Y`.":`There is no stage yet.`,hint:"Facts are joined by `*`. A rule has a name, a colon, what it takes, `-o`, what it makes, and a dot.",answer:W},{title:`A world to begin with`,text:`Say what is the case at the start, and in which stage:

    #trace _ blocks {
      on a b, on-table b, on-table c, clear a, clear c, arm-free
    }.

The game appears beside the text. Pick up a block! Then look at *State*: what the rule took is gone, and what it made is new.`,check:async e=>{if(!e.structure.directives.some(e=>e.name===`trace`))return"There is no start yet: `#trace _ blocks { … }.`";let t=V(e);if(t)return t;let n=await L(e);return n&&n.of>0?null:`Nothing can happen at the start: is there a block on another, clear, and the arm free?`},hint:`The atoms are separated by commas and stand in braces.`,answer:G},{title:`The rest, on your own`,text:`Three rules are missing:

• \`pickup-from-table\`: the arm picks a clear block up from the table.
• \`put-on-block\`: the arm puts what it holds on a clear block.
• \`put-on-table\`: the arm puts what it holds on the table.

Write them into the stage. Think of what each takes and what it makes: a block that is put down is clear, and the arm is free again.`,check:async e=>{let{structure:t}=e,n=I(P(t,[`on-table`,`clear`,`arm-free`],[`holding`])?null:`No rule picks a block up from the table yet.`,P(t,[`holding`,`clear`],[`on`,`clear`,`arm-free`])?null:`No rule puts a block on another yet. The block that is put down is clear, and the arm is free.`,M(t).some(e=>N(e.premises,`holding`)&&N(e.effects,`on-table`)&&N(e.effects,`arm-free`)&&N(e.effects,`clear`))?null:`No rule puts a block on the table yet, with the block clear and the arm free after it.`,V(e));if(n)return n;if(!await L(e))return`The machine does not start.`;let r=await z(e,200);return r&&r.steps>=200?null:`After ${r?.steps??0} steps nothing can happen any more: something is lost on the way. Step through it in *Step* and look at what is missing.`},hint:"put-on-block takes `holding X * clear Y` and makes `on X Y * clear X * arm-free`.",answer:K},{title:`Task 1: a second arm`,text:"The robot gets a second arm. Both arms work alone: each is free, or holds a block.\n\nMake a set `arm` with two elements, and let `arm-free` and `holding` say which arm they speak of. The rules need a variable for the arm. At the start, both are free.",check:async e=>{let{structure:t}=e,n=t.sets.find(e=>e.name.text!==`block`&&e.values.length>=2);if(!n)return`There is no set with two arms yet.`;let r=n.name.text,i=A(t,`arm-free`),a=A(t,`holding`);if(!i?.arguments.some(e=>e.text===r))return`\`arm-free\` does not say which ${r}.`;if(!a?.arguments.some(e=>e.text===r))return`\`holding\` does not say which ${r}.`;let o=V(e);if(o)return o;let s=await L(e),c=s?R(s).filter(e=>e.startsWith(`arm-free`)).length:0;return c>=2?null:`At the start ${c} of 2 arms are free.`},hint:"The same variable in several places is the same arm: `on X Y * clear X * arm-free H -o holding H X * clear Y.`",answer:q},{title:`Task 2: another block`,text:`Add a fourth block. It needs an element, and a place at the start: on the table or on another block. And is it clear?`,check:async e=>{let t=j(e.structure,`block`);if((t?.values.length??0)<4)return`The set \`block\` has ${t?.values.length??0} elements.`;let n=V(e);if(n)return n;let r=await L(e);if(!r)return`The machine does not start.`;let i=R(r),a=t?.values.map(e=>e.name.text).find(e=>!i.includes(`on-table ${e}`)&&!i.some(t=>t.startsWith(`on ${e} `)));if(a)return`\`${a}\` is nowhere at the start.`;let o=t?.values.map(e=>e.name.text).find(e=>!i.includes(`clear ${e}`)&&!i.some(t=>t.startsWith(`on `)&&t.endsWith(` ${e}`)));return o?`Nothing stands on \`${o}\`, and it is not clear either.`:null},hint:"`d : block.`, and at the start `on-table d, clear d`.",answer:J},{title:`Task 3: an end`,text:`So far the robot goes on for ever. Let it end: for example when there is a tower of four blocks, or when three blocks stand on each other.

One way is a predicate that means that the game is won, and a rule that makes it:

    tower : pred.
    #win tower.

Another way is a stage of its own: a link leads there when nothing more can happen, or a rule takes away what all others need.`,check:async e=>{let t=V(e);if(t)return t;let{structure:n}=e,r=n.directives.filter(e=>e.name===`win`||e.name===`draw`).map(e=>e.arguments[0]?.text??``),i=r.find(e=>M(n).some(t=>N(t.effects,e))),a=n.links.length>0;if(!i&&!a)return r.length?`No rule makes \`${r[0]}\` yet.`:"There is no end yet: neither `#win` nor a link to another stage.";if(!await L(e))return`The machine does not start.`;if(!i)return null;for(let t=0;t<8;t+=1){let t=await e.ask({ask:`step`,steps:2e3,until:{quiescence:!1,choice:!1,rules:[],atoms:[i],queries:[]}},`machine`).catch(()=>null);if(t?.machine.pause||t?.machine.groups.some(e=>e.predicate===i))return null;if(t?.machine.status===`ended`)break}return`In 16,000 random steps \`${i}\` was never reached: can its rule fire? Ask for it in *State*: "Why?".`},hint:"`finish : on X Y * on Y Z * on Z W -o tower.` ends the game with a tower of four.",answer:Fe}]},Y=`#title "Four in a line".
board cell = square 5 5.
`,X=`${Y}player : type.  red : player.  blue : player.
#players player.
`,Z=`${X}
turn player : pred.
free cell : pred.
stone player cell : pred.

stage play = {
  place : turn P * free C * next P Q -o stone P C * turn Q.
}
#interactive play.

#trace _ play { turn red, { free C | C : cell } }.
`,Le=Z.replace(`turn player : pred.`,`turn player : pred.  placed player : pred.`).replace(`place : turn P * free C * next P Q -o stone P C * turn Q.`,`place : turn P * free C -o stone P C * placed P.`).replace(`#interactive play.
`,`#interactive play.

won player : pred.  tie : pred.
#win won.  #draw tie.

stage judge = {
  four : placed P * $stone P A * $stone P B * $stone P C * $stone P D * line A B C D -o won P.
}
stage over = {}

qui * stage play * $placed _ -o stage judge.
qui * stage judge * placed P * next P Q * $free _ -o stage play * turn Q.
qui * stage judge * placed _ * not free _ -o stage over * tie.
`),Re=Le.replace(`#interactive play.
`,`#interactive play.
#label place "place a stone on {C}".
`).replace(`board cell = square 5 5.`,`board cell = square 6 6.`),ze={name:`board`,title:`Your first board game`,about:`Stones on a board, two players, four in a line. Playable from the third step on.`,minutes:15,begin:``,steps:[{title:`A board`,text:`A title, and a board of five times five squares:

    #title "Four in a line".
    board cell = square 5 5.

This declares a type \`cell\` with 25 cells, named like on a chess board, and what lies beside what.`,check:({structure:e})=>e.boards.length?null:"There is no board yet: `board cell = square 5 5.`",hint:`The line ends with a dot.`,answer:Y},{title:`Players`,text:`Players are a set, too. A directive says who plays:

    player : type.  red : player.  blue : player.
    #players player.

From now on \`next P Q\` says that Q comes after P.`,check:({structure:e})=>e.players?e.players.seats.length>=2?null:`A game for two needs two players.`:"Nobody plays yet: `#players player.`",hint:"The players are the elements of the set that `#players` names.",answer:X},{title:`A move`,text:`It is somebody's turn, cells are free or have a stone:

    turn player : pred.
    free cell : pred.
    stone player cell : pred.

    stage play = {
      place : turn P * free C * next P Q -o stone P C * turn Q.
    }
    #interactive play.

And the start, with every cell free:

    #trace _ play { turn red, { free C | C : cell } }.

Play some moves!`,check:async e=>{let{structure:t}=e,n=I(t.stages.length?null:`There is no stage yet.`,M(t).some(e=>e.premises.length&&e.effects.length)?null:`There is no rule yet.`,t.stages.some(e=>e.interactive)?null:"Somebody has to choose: `#interactive play.`",t.directives.some(e=>e.name===`trace`)?null:`There is no start yet.`,V(e));if(n)return n;let r=await L(e);return r&&r.of>=9?null:`At the start there should be a move for every cell: is every cell free?`},hint:"`{ free C | C : cell }` means: `free C` for every cell C.",answer:Z},{title:`An end`,text:`After each move a second stage judges. So a move makes \`placed P\`, and the links pass the turn on:

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

Above the board you see who wins if both play at random.`,check:async e=>{let{structure:t}=e,n=t.directives.filter(e=>e.name===`win`).map(e=>e.arguments[0]?.text??``),r=I(n.length?null:"Nobody can win yet: `#win won.`",M(t).some(e=>n.some(t=>N(e.effects,t)))?null:`No rule makes a winner yet.`,V(e));if(r)return r;let i=(await e.ask({ask:`balance`,games:120},`balance`))?.balance;return i?i.results.seats.every(e=>e.share===0)?`In random games nobody ever wins. Does the turn pass on, and is there a line?`:i.unfinished>.2?`Many random games do not end. Is there a draw when no cell is free?`:null:`The game cannot be played yet.`},hint:"`line A B C D` holds for four cells in a row, in any direction.",answer:Le},{title:`Make it yours`,text:`Now change something and see what happens to the balance: the size of the board, how many stones make a line, who begins. Give moves a nicer name:

    #label place "place a stone on {C}".`,check:async e=>{let t=V(e);if(t)return t;let n=e.structure.directives.some(e=>e.name===`label`),r=!/square 5 5/.test(e.text);return n||r?null:`Change the size of the board, or give a move a label.`},hint:"Try `board cell = hex 6 6.`",answer:Re}]},Be=`place : type.  garden : place.  house : place.
person : type.  mary : person.  john : person.

at person place : pred.
`,Ve=`${Be}
way place place : bwd.
way garden house.  way house garden.

stage tell = {
  go : at P A * way A B -o at P B.
}
#interactive tell.

#trace _ tell { at mary garden, at john house }.
`,Q=Ve.replace(`at person place : pred.`,`at person place : pred.
likes person person : pred.`).replace(`-o at P B.
}`,`-o at P B.
  talk : $at P A * $at Q A * P <> Q -o likes P Q.
}`),$=Q.replace(`likes person person : pred.`,`likes person person : pred.
married : pred.
#win married.`).replace(`-o likes P Q.
}`,`-o likes P Q.
  marry : likes P Q * likes Q P -o married.
}`),He=`${$}
#label go "{P} goes from {A} to {B}".
#label talk "{P} talks to {Q}".
#label marry "{P} and {Q} marry".
`,Ue=[Ie,ze,{name:`story`,title:`Your first story`,about:`Two people, two places, and an end that follows from what they do.`,minutes:10,begin:``,steps:[{title:`Places and people`,text:`A story has places and people, and people are somewhere:

    place : type.  garden : place.  house : place.
    person : type.  mary : person.  john : person.

    at person place : pred.`,check:({structure:e})=>I(e.sets.filter(e=>e.values.length>=2).length>=2?null:`There should be two sets with two elements each.`,e.predicates.some(e=>e.arguments.length===2)?null:"No predicate says yet who is where: `at person place : pred.`"),hint:`Several declarations may stand in one line.`,answer:Be},{title:`Going places`,text:`Which place leads to which never changes, so it is a *derived* predicate, a table of facts:

    way place place : bwd.
    way garden house.  way house garden.

    stage tell = {
      go : at P A * way A B -o at P B.
    }
    #interactive tell.

    #trace _ tell { at mary garden, at john house }.

Go for a walk in the middle pane.`,check:async e=>{let{structure:t}=e,n=I(t.predicates.some(e=>e.kind.text===`bwd`)?null:"There is no way yet: `way place place : bwd.`",t.stages.some(e=>e.rules.length)?null:`There is no rule yet.`,t.directives.some(e=>e.name===`trace`)?null:`There is no start yet.`,V(e));if(n)return n;let r=await L(e);return r&&r.of>=2?null:`Nobody can go anywhere. Are there ways in both directions?`},hint:"A fact of a derived predicate is a line of its own: `way garden house.`",answer:Ve},{title:`Meeting`,text:`People in the same place can talk, and then one likes the other:

    likes person person : pred.

    talk : $at P A * $at Q A * P <> Q -o likes P Q.

\`$at P A\` needs the fact and keeps it: nobody leaves by talking. \`P <> Q\` says that they are not the same.`,check:e=>I(M(e.structure).some(e=>e.premises.filter(e=>e.mark===`keep`).length>=2)?null:"No rule yet needs two people in one place and keeps them there, with `$at`.",V(e)),hint:"The rule stands in the stage, beside `go`.",answer:Q},{title:`An end`,text:`Every story ends. Let it end when two like each other:

    married : pred.
    #win married.

    marry : likes P Q * likes Q P -o married.

Then look at *Trace*: which steps led to the end, and which did not matter.`,check:async e=>{let t=e.structure.directives.filter(e=>e.name===`win`).map(e=>e.arguments[0]?.text??``),n=I(t.length?null:"Nothing is an end yet: `#win married.`",M(e.structure).some(e=>t.some(t=>N(e.effects,t)))?null:`No rule leads to the end yet.`,V(e));if(n)return n;let r=await e.ask({ask:`balance`,games:120},`balance`);return r&&r.balance.results.seats.some(e=>e.share>0)?null:`In random stories the end is never reached. Can people meet?`},hint:"Both have to like each other: `likes P Q * likes Q P`.",answer:$},{title:`In words`,text:`Labels say how a move reads:

    #label go "{P} goes from {A} to {B}".
    #label talk "{P} talks to {Q}".

Write one for every rule.`,check:e=>{let t=e.structure.directives.filter(e=>e.name===`label`).length,n=e.structure.stages.flatMap(e=>e.rules).length;return I(t>=n?null:`${t} of ${n} rules have a label.`,V(e))},hint:`The names in braces are the variables of the rule.`,answer:He}]}],We=f(`<li><a><b> </b> <span class="quiet"> </span> <span class="about"> </span></a></li>`),Ge=f(`<main class="learn"><h1>Learn</h1> <p class="quiet">Each lesson is done in this page, step by step. What you write is checked as you write it.</p> <ol class="lessons"></ol> <p><a class="button" href="#/write">Write a game of your own</a></p></main>`);function Ke(e,r){ee(r,!0);let i=b(()=>Ue.find(e=>e.name===r.lesson));c(()=>{h(i)||(document.title=`Learn · Senet`)});var o=S(),l=s(o),u=e=>{k(e,{get workbench(){return r.workbench},get lesson(){return h(i)}})},f=e=>{var t=Ge(),r=T(_(t),4);a(r,21,()=>Ue,e=>e.name,(e,t)=>{let r=b(()=>pe(h(t).name)?.done??0);var i=We(),a=_(i),o=_(a),s=d(o,!0),c=T(o,2),l=d(c),u=T(c,2),f=d(u,!0);w(a),w(i),g(()=>{x(a,`href`,`#/learn/${h(t).name??``}`),C(s,h(t).title),C(l,`${h(t).minutes??``} minutes · ${h(r)===0?`${h(t).steps.length} steps`:h(r)>=h(t).steps.length?`done`:`${h(r)} of ${h(t).steps.length} steps done`}`),C(f,h(t).about)}),n(e,i)}),w(r),re(2),w(t),n(e,t)};p(l,e=>{h(i)?e(u):e(f,-1)}),n(e,o),t()}export{Ke as default};