import{t as e}from"./write-B7wsCRXa.js";import{$ as t,A as n,B as r,D as i,E as a,F as o,G as s,J as c,K as l,L as u,N as d,O as f,P as p,Q as m,R as h,S as g,T as _,U as v,V as y,W as b,X as x,Y as S,et as ee,f as te,h as C,j as w,k as T,nt as ne,q as E,rt as D,tt as O}from"./index-BaWU3aks.js";import{a as re,c as ie,h as ae,i as oe,l as se,n as ce,o as le,s as ue,t as de}from"./StepPane-GXMAdM7n.js";var k=e=>`senet.learn.${e}`;function fe(e){try{let t=JSON.parse(localStorage.getItem(k(e))??`null`);return t&&typeof t.text==`string`?t:null}catch{return null}}function pe(e,t){try{localStorage.setItem(k(e),JSON.stringify(t))}catch{}}var me=w(`<code> </code>`),he=w(`<em> </em>`),ge=w(`<li><button> </button></li>`),_e=w(`<pre tabindex="0"> </pre>`),ve=w(`<p><!></p>`),ye=w(`<b>Done.</b> `,1),be=w(`<span class="quiet">…</span>`),xe=w(`<button class="button main"> </button>`),Se=w(`<button class="button main">Keep it as a game of your own</button><a class="button" href="#/learn">All lessons</a>`,1),Ce=w(`<button class="link">Write it for me</button>`),we=w(`<p class="hint"><!></p>`),Te=w(`<p class="help"><button class="link"> </button> <!></p> <!>`,1),Ee=w(`<p role="alert"> </p>`),De=w(`<h1> </h1> <!> <div role="status"><!></div> <div class="row"><!> <!></div> <!> <p class="help"><button class="link">Start over</button></p> <!>`,1),Oe=w(`<button role="tab"> </button>`),ke=w(`<button class="link"> </button>`),Ae=w(`<div><b> </b> <button class="message"> </button> <!></div>`),je=w(`<div class="inspect"><div class="inside"><!></div></div>`),Me=w(`<button> </button>`),Ne=w(`<main class="lesson"><section class="task" aria-label="What to do"><p class="quiet crumbs"><a href="#/learn">Learn</a> </p> <ol class="dots" aria-label="Steps"></ol> <!></section> <section class="code" aria-label="Rules"><div class="tabs"><div class="tablist" role="tablist" tabindex="-1" aria-label="Rules as"></div> <span class="sp"></span> <button aria-label="Undo a change of the rules">↶</button> <button aria-label="Redo a change of the rules">↷</button></div> <div><div class="textbox"></div> <!></div> <!></section> <section class="play" aria-label="The game"><div class="tabs"><div class="tablist" role="tablist" tabindex="-1" aria-label="The game"></div></div> <!></section> <nav class="panes" aria-label="Panes"></nav></main>`);function Pe(p,w){t(w,!0);let k=(e,t=ne)=>{var o=n(),c=b(o);_(c,17,()=>Ve(t()),a,(e,t)=>{var a=n(),o=b(a),c=e=>{var n=me(),i=s(n,!0);r(e=>f(i,e),[()=>u(t).slice(1,-1)]),T(e,n)},l=x(()=>u(t).startsWith("`")),p=e=>{var n=he(),i=s(n,!0);r(e=>f(i,e),[()=>u(t).slice(1,-1)]),T(e,n)},m=x(()=>u(t).startsWith(`*`)&&u(t).length>2),h=e=>{var n=d();r(()=>f(n,u(t))),T(e,n)};i(o,e=>{u(l)?e(c):u(m)?e(p,1):e(h,-1)}),T(e,a)}),T(e,o)},Pe=fe(w.lesson.name),A=S(E(Math.min(Pe?.at??0,h(()=>w.lesson.steps.length-1)))),j=S(E(Pe?.done??0)),M=S(``),N=S(!1),P=S(!1),F=S(0),I=S(void 0),L=null,R=S(null),z=null,B=S(null),V=S(null),H=S(`text`),U=S(`play`),W=S(`task`),G=S(0),K=S(``),q=!1,J=x(()=>w.lesson.steps[u(A)]),Fe=x(()=>u(j)>=w.lesson.steps.length);y(()=>{let e=u(I);if(e&&!L)return h(()=>{let t={document:null,changed:(e,t)=>{c(G,e.state.selection.main.head,!0),t.docChanged&&pe(w.lesson.name,{at:u(A),done:u(j),text:e.state.doc.toString()})},rename:()=>void 0,format:()=>void 0,save:()=>void 0};L=new ue(e,Pe?.text??w.lesson.begin,t),c(R,t.document=new ie(w.workbench,L.view.state.doc)),z=new ie(w.workbench,L.view.state.doc),c(B,new le(u(R))),c(V,new oe(u(R))),document.title=`${w.lesson.title} · Senet`}),()=>{q=!0,L?.destroy(),u(B)?.close(),u(R)?.close(),z?.close()}}),y(()=>{let e=u(R)?.problems,t=u(R);e&&t&&h(()=>L?.show(e,e=>t.current(e)))});let Ie=0;y(()=>{if(!u(R)?.checked)return;let{valid:e,playable:t,dirty:n}=u(R);u(A),h(()=>{u(V)?.forget(),clearTimeout(Ie),!n&&(Ie=window.setTimeout(async()=>{q||(e&&t&&await u(B)?.begin(),u(U)===`state`&&u(B)?.match&&await u(V)?.follow(u(B).match.id),await X())},150))})}),y(()=>{u(U),u(B)?.match?.live?.version,h(()=>{u(U)===`state`&&u(B)?.match&&u(R)?.valid&&!u(R).dirty&&u(V)?.follow(u(B).match.id)})});let Y=0;async function X(){if(!L||!z||!u(J))return;let e=++Y,{doc:t}=L.view.state;z.reset(t);let n=await z.ask({ask:`structure`},`structure`).catch(()=>null);if(!n||e!==Y||q)return;let r=z,i={text:t.toString(),structure:n.structure,valid:r.valid,ask:(e,t)=>r.ask(e,t)},a;try{a=await u(J).check(i)}catch(e){a=e instanceof Error?e.message:String(e)}e!==Y||q||(c(M,a,!0),c(N,a===null),u(N)&&u(j)<u(A)+1&&(c(j,u(A)+1),pe(w.lesson.name,{at:u(A),done:u(j),text:i.text})))}y(()=>{u(A),c(F,0),c(P,!1);let e=window.setInterval(()=>c(F,u(F)+1),1e3);return()=>clearInterval(e)});function Z(e){c(A,e,!0),c(M,``),c(N,!1),L&&pe(w.lesson.name,{at:u(A),done:u(j),text:L.text}),c(W,`task`),X()}function Le(){u(J)&&L?.replace(u(J).answer)}function Re(){L?.replace(w.lesson.begin),c(j,0),Z(0)}async function ze(){if(!L)return;let t=await e(L.text,w.lesson.title,`the lesson ${w.lesson.title}`).catch(()=>null);t?location.hash=`#/write/${t.id}`:c(K,`This browser cannot keep the text.`)}let Be=x(()=>{let e=[];for(let t of(u(J)?.text??``).split(/\n{2,}/)){let n=t.split(`
`).every(e=>e.startsWith(`    `)),r=n?t.replaceAll(/^ {4}/gm,``):t,i=e.at(-1);n&&i?.code?i.text+=`\n\n${r}`:e.push({code:n,text:r})}return e}),Ve=e=>e.split(/(`[^`]*`|\*[^*\n]+\*)/);var Q=Ne(),$=v(Q),He=v($),Ue=l(v(He));O(He);var We=l(He,2);_(We,23,()=>w.lesson.steps,e=>e.title,(e,t,n)=>{var i=ge(),a=v(i);let c;var l=s(a,!0);O(i),r(()=>{C(a,`aria-current`,u(n)===u(A)?`step`:void 0),a.disabled=u(n)>u(j),C(a,`aria-label`,`Step ${u(n)+1}: ${u(t).title??``}${u(n)<u(j)?`, done`:``}`),c=g(a,1,``,null,c,{done:u(n)<u(j)}),f(l,u(n)<u(j)?`✓`:u(n)+1)}),o(`click`,a,()=>Z(u(n))),T(e,i)}),O(We);var Ge=l(We,2),Ke=e=>{var t=De(),d=b(t),p=s(d,!0),m=l(d,2);_(m,17,()=>u(Be),a,(e,t)=>{var a=n(),o=b(a),c=e=>{var n=_e(),i=s(n,!0);r(()=>f(i,u(t).text)),T(e,n)},l=e=>{var n=ve(),r=v(n);k(r,()=>u(t).text),O(n),T(e,n)};i(o,e=>{u(t).code?e(c):e(l,-1)}),T(e,a)});var h=l(m,2);let y;var x=v(h),S=e=>{var t=ye(),n=l(b(t));r(()=>f(n,` ${u(A)+1<w.lesson.steps.length?`On to the next step.`:u(Fe)?`You have finished this lesson.`:``}`)),T(e,t)},te=e=>{k(e,()=>u(M))},ne=e=>{var t=be();T(e,t)};i(x,e=>{u(N)?e(S):u(M)?e(te,1):e(ne,-1)}),O(h);var E=l(h,2),D=v(E),re=e=>{var t=xe(),n=s(t);r(()=>f(n,`Next: ${w.lesson.steps[u(A)+1]?.title??``}`)),o(`click`,t,()=>Z(u(A)+1)),T(e,t)};i(D,e=>{u(N)&&u(A)+1<w.lesson.steps.length&&e(re)});var ie=l(D,2),ae=e=>{var t=Se(),n=b(t);ee(),o(`click`,n,ze),T(e,t)};i(ie,e=>{u(Fe)&&e(ae)}),O(E);var oe=l(E,2),se=e=>{var t=Te(),n=b(t),a=v(n),d=s(a,!0),p=l(a,2),m=e=>{var t=Ce();o(`click`,t,Le),T(e,t)};i(p,e=>{u(P)&&e(m)}),O(n);var h=l(n,2),g=e=>{var t=we(),n=v(t);k(n,()=>u(J).hint),O(t),T(e,t)};i(h,e=>{u(P)&&e(g)}),r(()=>{C(a,`aria-expanded`,u(P)),f(d,u(F)>60&&!u(P)?`Stuck? A hint`:`A hint`)}),o(`click`,a,()=>c(P,!u(P))),T(e,t)};i(oe,e=>{u(N)||e(se)});var ce=l(oe,2),le=s(ce),ue=l(ce,2),de=e=>{var t=Ee(),n=s(t,!0);r(()=>f(n,u(K))),T(e,t)};i(ue,e=>{u(K)&&e(de)}),r(()=>{f(p,u(J).title),y=g(h,1,`verdict`,null,y,{passed:u(N)})}),o(`click`,le,Re),T(e,t)};i(Ge,e=>{u(J)&&e(Ke)}),O($);var qe=l($,2),Je=v(qe),Ye=v(Je);_(Ye,20,()=>[[`text`,`Text`],[`blocks`,`Blocks`]],([e,t])=>e,(e,t)=>{var n=x(()=>D(t,2));let i=()=>u(n)[0],a=()=>u(n)[1];var l=Oe(),d=s(l,!0);r(()=>{C(l,`aria-selected`,u(H)===i()),C(l,`tabindex`,u(H)===i()?0:-1),f(d,a())}),o(`click`,l,()=>c(H,i(),!0)),T(e,l)}),O(Ye);var Xe=l(Ye,4),Ze=l(Xe,2);O(Je);var Qe=l(Je,2),$e=v(Qe);te($e,e=>c(I,e),()=>u(I));var et=l($e,2),tt=e=>{{let t=x(()=>u(B)?.match?.face??null);se(e,{get doc(){return u(R)},get face(){return u(t)},get cursor(){return u(G)},apply:e=>L?.apply(e),say:e=>c(M,e,!0),show:(e,t)=>L?.select(e,t,!1)})}};i(et,e=>{u(H)===`blocks`&&u(R)&&e(tt)}),O(Qe);var nt=l(Qe,2),rt=e=>{let t=x(()=>u(R).problems.find(e=>e.error)??u(R).problems[0]);var n=Ae();let i;var a=v(n),c=s(a,!0),d=l(a,2),p=s(d,!0),m=l(d,2);_(m,17,()=>u(t).fixes.slice(0,2),e=>e.title,(e,t)=>{var n=ke(),i=s(n,!0);r(()=>f(i,u(t).title)),o(`click`,n,()=>u(R)&&L?.apply(u(R).current(u(t).edits))),T(e,n)}),O(n),r(()=>{i=g(n,1,`problem`,null,i,{error:u(t).error}),f(c,u(t).error?`error`:`warning`),f(p,u(t).message)}),o(`click`,d,()=>u(R)&&L?.select(u(R).now(u(t).from),u(R).now(u(t).to))),T(e,n)};i(nt,e=>{u(R)?.problems[0]&&e(rt)}),O(qe);var it=l(qe,2),at=v(it),ot=v(at);_(ot,20,()=>[[`play`,`Play`],[`step`,`Step`],[`state`,`State`]],([e,t])=>e,(e,t)=>{var n=x(()=>D(t,2));let i=()=>u(n)[0],a=()=>u(n)[1];var l=Oe(),d=s(l,!0);r(()=>{C(l,`aria-selected`,u(U)===i()),C(l,`tabindex`,u(U)===i()?0:-1),f(d,a())}),o(`click`,l,()=>c(U,i(),!0)),T(e,l)}),O(ot),O(at);var st=l(at,2),ct=e=>{var t=n(),r=b(t),a=e=>{de(e,{get machine(){return u(V)},get doc(){return u(R)}})},o=e=>{var t=je(),n=v(t),r=v(n);ce(r,{get machine(){return u(V)},filtered:()=>void 0}),O(n),O(t),T(e,t)},s=e=>{re(e,{get live(){return u(B)},get doc(){return u(R)}})};i(r,e=>{u(U)===`step`?e(a):u(U)===`state`?e(o,1):e(s,-1)}),T(e,t)};i(st,e=>{u(R)&&u(B)&&u(V)&&e(ct)}),O(it);var lt=l(it,2);_(lt,20,()=>[[`task`,`Task`],[`rules`,`Rules`],[`game`,`Game`]],([e,t])=>e,(e,t)=>{var n=x(()=>D(t,2));let i=()=>u(n)[0],a=()=>u(n)[1];var l=Me(),d=s(l);r(()=>{C(l,`aria-pressed`,u(W)===i()),f(d,`${a()??``}${i()===`task`&&u(N)?` ✓`:``}`)}),o(`click`,l,()=>c(W,i(),!0)),T(e,l)}),O(lt),O(Q),r(()=>{C(Q,`data-pane`,u(W)),f(Ue,` · ${w.lesson.title??``}`),g(Qe,1,`editors as-${u(H)??``}`)}),o(`keydown`,Ye,function(...e){ae?.apply(this,e)}),o(`click`,Xe,()=>L?.undo()),o(`click`,Ze,()=>L?.redo()),o(`keydown`,ot,function(...e){ae?.apply(this,e)}),T(p,Q),m()}p([`click`,`keydown`]);var A=(e,t)=>e.predicates.find(e=>e.name.text===t),j=(e,t)=>e.sets.find(e=>e.name.text===t),M=e=>[...e.stages.flatMap(e=>e.rules),...e.links],N=(e,t)=>e.some(e=>e.head?.text===t||N(e.inside,t)||N(e.makes,t)),P=(e,t,n)=>M(e).find(e=>t.every(t=>N(e.premises,t))&&n.every(t=>N(e.effects,t))),F=(e,t,n)=>{let r=A(e,t);if(!r)return`There is no predicate \`${t}\` yet: \`${[t,...n].join(` `)} : pred.\``;let i=r.arguments.map(e=>e.text);return i.join(` `)===n.join(` `)?null:`\`${t}\` should take ${n.length?n.map(e=>`a \`${e}\``).join(` and `):`nothing`}, and it takes ${i.length?i.join(` `):`nothing`}.`},I=(...e)=>e.find(e=>e!==null)??null,L=e=>e.ask({ask:`start`,start:0,state:null,seed:`1`},`machine`).then(e=>e?.machine??null),R=e=>e.groups.flatMap(e=>e.atoms.map(e=>e.text));async function z(e,t){return(await e.ask({ask:`step`,steps:t,until:{quiescence:!1,choice:!1,rules:[],atoms:[],queries:[]}},`machine`))?.machine??null}var B=`The program has an error: it is underlined in the text, and told below.`,V=e=>e.valid?null:B,H=`block : type.
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

Write one for every rule.`,check:e=>{let t=e.structure.directives.filter(e=>e.name===`label`).length,n=e.structure.stages.flatMap(e=>e.rules).length;return I(t>=n?null:`${t} of ${n} rules have a label.`,V(e))},hint:`The names in braces are the variables of the rule.`,answer:He}]}],We=w(`<li><a><b> </b> <span class="quiet"> </span> <span class="about"> </span></a></li>`),Ge=w(`<main class="learn"><h1>Learn</h1> <p class="quiet">Each lesson is done in this page, step by step. What you write is checked as you write it.</p> <ol class="lessons"></ol> <p><a class="button" href="#/write">Write a game of your own</a></p></main>`);function Ke(e,a){t(a,!0);let o=x(()=>Ue.find(e=>e.name===a.lesson));y(()=>{u(o)||(document.title=`Learn · Senet`)});var c=n(),d=b(c),p=e=>{Pe(e,{get workbench(){return a.workbench},get lesson(){return u(o)}})},h=e=>{var t=Ge(),n=l(v(t),4);_(n,21,()=>Ue,e=>e.name,(e,t)=>{let n=x(()=>fe(u(t).name)?.done??0);var i=We(),a=v(i),o=v(a),c=s(o,!0),d=l(o,2),p=s(d),m=l(d,2),h=s(m,!0);O(a),O(i),r(()=>{C(a,`href`,`#/learn/${u(t).name??``}`),f(c,u(t).title),f(p,`${u(t).minutes??``} minutes · ${u(n)===0?`${u(t).steps.length} steps`:u(n)>=u(t).steps.length?`done`:`${u(n)} of ${u(t).steps.length} steps done`}`),f(h,u(t).about)}),T(e,i)}),O(n),ee(2),O(t),T(e,t)};i(d,e=>{u(o)?e(p):e(h,-1)}),T(e,c),m()}export{Ke as default};