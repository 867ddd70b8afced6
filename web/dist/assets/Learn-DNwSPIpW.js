import{t as e}from"./write-ChVwqiZQ.js";import{$ as t,A as n,B as r,I as i,J as a,K as o,L as s,M as c,N as l,O as u,P as d,Q as f,R as p,T as m,U as h,V as g,W as _,X as ee,Y as v,Z as y,at as te,it as b,j as x,k as ne,m as re,nt as ie,ot as S,q as C,rt as ae,tt as w,v as T}from"./index-BxoPr_v8.js";import{a as oe,c as se,d as ce,f as le,i as ue,l as de,n as fe,s as pe,t as me,u as he,v as ge}from"./StepPane-DzezVkbn.js";var E=e=>`senet.learn.${e}`;function _e(e){try{let t=JSON.parse(localStorage.getItem(E(e))??`null`);return t&&typeof t.text==`string`?t:null}catch{return null}}function ve(e,t){try{localStorage.setItem(E(e),JSON.stringify(t))}catch{}}var ye=d(`<code> </code>`),be=d(`<em> </em>`),xe=d(`<li><button> </button></li>`),Se=d(`<pre tabindex="0"> </pre>`),Ce=d(`<p><!></p>`),we=d(`<b>Done.</b> `,1),Te=d(`<span class="quiet">…</span>`),Ee=d(`<button class="button main"> </button>`),De=d(`<button class="button main">Keep it as a game of your own</button><a class="button" href="#/learn">All lessons</a>`,1),Oe=d(`<button class="link">Write it for me</button>`),ke=d(`<p class="hint"><!></p>`),Ae=d(`<p class="help"><button class="link"> </button> <!></p> <!>`,1),je=d(`<p role="alert"> </p>`),Me=d(`<h1> </h1> <!> <div role="status"><!></div> <div class="row"><!> <!></div> <!> <p class="help"><button class="link">Start over</button></p> <!>`,1),Ne=d(`<button role="tab"> </button>`),Pe=d(`<button class="link"> </button>`),Fe=d(`<div><b> </b> <button class="message"> </button> <!></div>`),Ie=d(`<div class="meter"><!></div>`),Le=d(`<div class="inspect"><div class="inside"><!></div></div>`),Re=d(`<button> </button>`),ze=d(`<main class="lesson"><section class="task" aria-label="What to do"><p class="quiet crumbs"><a href="#/learn">Learn</a> </p> <ol class="dots" aria-label="Steps"></ol> <!></section> <section class="code" aria-label="Rules"><div class="tabs"><div class="tablist" role="tablist" tabindex="-1" aria-label="Rules as"></div> <span class="sp"></span> <button aria-label="Undo a change of the rules">↶</button> <button aria-label="Redo a change of the rules">↷</button></div> <div><div class="textbox"></div> <!></div> <!></section> <section class="play" aria-label="The game"><div class="tabs"><div class="tablist" role="tablist" tabindex="-1" aria-label="The game"></div></div> <!> <!></section> <nav class="panes" aria-label="Panes"></nav></main>`);function D(s,d){ie(d,!0);let E=(e,o=te)=>{var s=l(),d=C(s);u(d,17,()=>Ge(o()),ne,(e,o)=>{var s=l(),u=C(s),d=e=>{var t=ye(),n=a(t,!0);h(e=>x(n,e),[()=>r(o).slice(1,-1)]),c(e,t)},f=t(()=>r(o).startsWith("`")),p=e=>{var t=be(),n=a(t,!0);h(e=>x(n,e),[()=>r(o).slice(1,-1)]),c(e,t)},m=t(()=>r(o).startsWith(`*`)&&r(o).length>2),g=e=>{var t=i();h(()=>x(t,r(o))),c(e,t)};n(u,e=>{r(f)?e(d):r(m)?e(p,1):e(g,-1)}),c(e,s)}),c(e,s)},D=_e(d.lesson.name),O=f(ee(Math.min(D?.at??0,g(()=>d.lesson.steps.length-1)))),k=f(ee(D?.done??0)),A=f(``),j=f(!1),M=f(!1),N=f(0),P=f(void 0),F=null,I=f(null),L=null,R=f(null),z=f(null),B=f(null),V=f(`text`),H=f(`play`),U=f(`task`),W=f(0),G=f(``),K=!1,q=t(()=>d.lesson.steps[r(O)]),Be=t(()=>r(k)>=d.lesson.steps.length);_(()=>{let e=r(P);if(e&&!F)return g(()=>{let t={document:null,changed:(e,t)=>{y(W,e.state.selection.main.head,!0),t.docChanged&&ve(d.lesson.name,{at:r(O),done:r(k),text:e.state.doc.toString()})},rename:()=>void 0,format:()=>void 0,save:()=>void 0};F=new de(e,D?.text??d.lesson.begin,t),y(I,t.document=new he(d.workbench,F.view.state.doc)),L=new he(d.workbench,F.view.state.doc),y(R,new se(r(I))),y(z,new ue(r(I))),y(B,new ce(r(I))),document.title=`${d.lesson.title} · Senet`}),()=>{K=!0,F?.destroy(),r(R)?.close(),r(B)?.stop(),r(I)?.close(),L?.close()}}),_(()=>{let e=r(I)?.problems,t=r(I);e&&t&&g(()=>F?.show(e,e=>t.current(e)))});let J=0;_(()=>{if(!r(I)?.checked)return;let{valid:e,playable:t,dirty:n}=r(I);r(O),g(()=>{r(z)?.forget(),r(B)?.stop(),clearTimeout(J),!n&&(J=window.setTimeout(async()=>{K||(e&&t&&await r(R)?.begin(),r(H)===`state`&&r(R)?.match&&await r(z)?.follow(r(R).match.id),await X(),e&&t&&d.lesson.meter&&!K&&r(B)?.play())},150))})}),_(()=>{r(H),r(R)?.match?.live?.version,g(()=>{r(H)===`state`&&r(R)?.match&&r(I)?.valid&&!r(I).dirty&&r(z)?.follow(r(R).match.id)})});let Y=0;async function X(){if(!F||!L||!r(q))return;let e=++Y,{doc:t}=F.view.state;L.reset(t);let n=await L.ask({ask:`structure`},`structure`).catch(()=>null);if(!n||e!==Y||K)return;let i=L,a={text:t.toString(),structure:n.structure,valid:i.valid,ask:(e,t)=>i.ask(e,t)},o;try{o=await r(q).check(a)}catch(e){o=e instanceof Error?e.message:String(e)}e!==Y||K||(y(A,o,!0),y(j,o===null),r(j)&&r(k)<r(O)+1&&(y(k,r(O)+1),ve(d.lesson.name,{at:r(O),done:r(k),text:a.text})))}_(()=>{r(O),y(N,0),y(M,!1);let e=window.setInterval(()=>y(N,r(N)+1),1e3);return()=>clearInterval(e)});function Z(e){y(O,e,!0),y(A,``),y(j,!1),F&&ve(d.lesson.name,{at:r(O),done:r(k),text:F.text}),y(U,`task`),X()}function Ve(){r(q)&&F?.replace(r(q).answer)}function He(){F?.replace(d.lesson.begin),y(k,0),Z(0)}async function Ue(){if(!F)return;let t=await e(F.text,d.lesson.title,`the lesson ${d.lesson.title}`).catch(()=>null);t?location.hash=`#/write/${t.id}`:y(G,`This browser cannot keep the text.`)}let We=t(()=>{let e=[];for(let t of(r(q)?.text??``).split(/\n{2,}/)){let n=t.split(`
`).every(e=>e.startsWith(`    `)),r=n?t.replaceAll(/^ {4}/gm,``):t,i=e.at(-1);n&&i?.code?i.text+=`\n\n${r}`:e.push({code:n,text:r})}return e}),Ge=e=>e.split(/(`[^`]*`|\*[^*\n]+\*)/);var Q=ze(),Ke=o(Q),$=o(Ke),qe=v(o($));b($);var Je=v($,2);u(Je,23,()=>d.lesson.steps,e=>e.title,(e,t,n)=>{var i=xe(),s=o(i);let l;var u=a(s,!0);b(i),h(()=>{T(s,`aria-current`,r(n)===r(O)?`step`:void 0),s.disabled=r(n)>r(k),T(s,`aria-label`,`Step ${r(n)+1}: ${r(t).title??``}${r(n)<r(k)?`, done`:``}`),l=m(s,1,``,null,l,{done:r(n)<r(k)}),x(u,r(n)<r(k)?`✓`:r(n)+1)}),p(`click`,s,()=>Z(r(n))),c(e,i)}),b(Je);var Ye=v(Je,2),Xe=e=>{var t=Me(),i=C(t),s=a(i,!0),f=v(i,2);u(f,17,()=>r(We),ne,(e,t)=>{var i=l(),s=C(i),u=e=>{var n=Se(),i=a(n,!0);h(()=>x(i,r(t).text)),c(e,n)},d=e=>{var n=Ce(),i=o(n);E(i,()=>r(t).text),b(n),c(e,n)};n(s,e=>{r(t).code?e(u):e(d,-1)}),c(e,i)});var g=v(f,2);let _;var ee=o(g),te=e=>{var t=we(),n=v(C(t));h(()=>x(n,` ${r(O)+1<d.lesson.steps.length?`On to the next step.`:r(Be)?`You have finished this lesson.`:``}`)),c(e,t)},re=e=>{E(e,()=>r(A))},ie=e=>{var t=Te();c(e,t)};n(ee,e=>{r(j)?e(te):r(A)?e(re,1):e(ie,-1)}),b(g);var S=v(g,2),w=o(S),oe=e=>{var t=Ee(),n=a(t);h(()=>x(n,`Next: ${d.lesson.steps[r(O)+1]?.title??``}`)),p(`click`,t,()=>Z(r(O)+1)),c(e,t)};n(w,e=>{r(j)&&r(O)+1<d.lesson.steps.length&&e(oe)});var se=v(w,2),ce=e=>{var t=De(),n=C(t);ae(),p(`click`,n,Ue),c(e,t)};n(se,e=>{r(Be)&&e(ce)}),b(S);var le=v(S,2),ue=e=>{var t=Ae(),i=C(t),s=o(i),l=a(s,!0),u=v(s,2),d=e=>{var t=Oe();p(`click`,t,Ve),c(e,t)};n(u,e=>{r(M)&&e(d)}),b(i);var f=v(i,2),m=e=>{var t=ke(),n=o(t);E(n,()=>r(q).hint),b(t),c(e,t)};n(f,e=>{r(M)&&e(m)}),h(()=>{T(s,`aria-expanded`,r(M)),x(l,r(N)>60&&!r(M)?`Stuck? A hint`:`A hint`)}),p(`click`,s,()=>y(M,!r(M))),c(e,t)};n(le,e=>{r(j)||e(ue)});var de=v(le,2),fe=a(de),pe=v(de,2),me=e=>{var t=je(),n=a(t,!0);h(()=>x(n,r(G))),c(e,t)};n(pe,e=>{r(G)&&e(me)}),h(()=>{x(s,r(q).title),_=m(g,1,`verdict`,null,_,{passed:r(j)})}),p(`click`,fe,He),c(e,t)};n(Ye,e=>{r(q)&&e(Xe)}),b(Ke);var Ze=v(Ke,2),Qe=o(Ze),$e=o(Qe);u($e,20,()=>[[`text`,`Text`],[`blocks`,`Blocks`]],([e,t])=>e,(e,n)=>{var i=t(()=>S(n,2));let o=()=>r(i)[0],s=()=>r(i)[1];var l=Ne(),u=a(l,!0);h(()=>{T(l,`aria-selected`,r(V)===o()),T(l,`tabindex`,r(V)===o()?0:-1),x(u,s())}),p(`click`,l,()=>y(V,o(),!0)),c(e,l)}),b($e);var et=v($e,4),tt=v(et,2);b(Qe);var nt=v(Qe,2),rt=o(nt);re(rt,e=>y(P,e),()=>r(P));var it=v(rt,2),at=e=>{{let n=t(()=>r(R)?.match?.face??null);le(e,{get doc(){return r(I)},get face(){return r(n)},get cursor(){return r(W)},apply:e=>F?.apply(e),say:e=>y(A,e,!0),show:(e,t)=>F?.select(e,t,!1)})}};n(it,e=>{r(V)===`blocks`&&r(I)&&e(at)}),b(nt);var ot=v(nt,2),st=e=>{let n=t(()=>r(I).problems.find(e=>e.error)??r(I).problems[0]);var i=Fe();let s;var l=o(i),d=a(l,!0),f=v(l,2),g=a(f,!0),_=v(f,2);u(_,17,()=>r(n).fixes.slice(0,2),e=>e.title,(e,t)=>{var n=Pe(),i=a(n,!0);h(()=>x(i,r(t).title)),p(`click`,n,()=>r(I)&&F?.apply(r(I).current(r(t).edits))),c(e,n)}),b(i),h(()=>{s=m(i,1,`problem`,null,s,{error:r(n).error}),x(d,r(n).error?`error`:`warning`),x(g,r(n).message)}),p(`click`,f,()=>r(I)&&F?.select(r(I).now(r(n).from),r(I).now(r(n).to))),c(e,i)};n(ot,e=>{r(I)?.problems[0]&&e(st)}),b(Ze);var ct=v(Ze,2),lt=o(ct),ut=o(lt);u(ut,20,()=>[[`play`,`Play`],[`step`,`Step`],[`state`,`State`]],([e,t])=>e,(e,n)=>{var i=t(()=>S(n,2));let o=()=>r(i)[0],s=()=>r(i)[1];var l=Ne(),u=a(l,!0);h(()=>{T(l,`aria-selected`,r(H)===o()),T(l,`tabindex`,r(H)===o()?0:-1),x(u,s())}),p(`click`,l,()=>y(H,o(),!0)),c(e,l)}),b(ut),b(lt);var dt=v(lt,2),ft=e=>{var t=Ie(),n=o(t);oe(n,{get balance(){return r(B)}}),b(t),c(e,t)};n(dt,e=>{d.lesson.meter&&r(B)?.view&&r(I)?.playable&&e(ft)});var pt=v(dt,2),mt=e=>{var t=l(),i=C(t),a=e=>{me(e,{get machine(){return r(z)},get doc(){return r(I)},get live(){return r(R)}})},s=e=>{var t=Le(),n=o(t),i=o(n);fe(i,{get machine(){return r(z)},filtered:()=>void 0}),b(n),b(t),c(e,t)},u=e=>{pe(e,{get live(){return r(R)},get doc(){return r(I)}})};n(i,e=>{r(H)===`step`?e(a):r(H)===`state`?e(s,1):e(u,-1)}),c(e,t)};n(pt,e=>{r(I)&&r(R)&&r(z)&&e(mt)}),b(ct);var ht=v(ct,2);u(ht,20,()=>[[`task`,`Task`],[`rules`,`Rules`],[`game`,`Game`]],([e,t])=>e,(e,n)=>{var i=t(()=>S(n,2));let o=()=>r(i)[0],s=()=>r(i)[1];var l=Re(),u=a(l);h(()=>{T(l,`aria-pressed`,r(U)===o()),x(u,`${s()??``}${o()===`task`&&r(j)?` ✓`:``}`)}),p(`click`,l,()=>y(U,o(),!0)),c(e,l)}),b(ht),b(Q),h(()=>{T(Q,`data-pane`,r(U)),x(qe,` · ${d.lesson.title??``}`),m(nt,1,`editors as-${r(V)??``}`)}),p(`keydown`,$e,function(...e){ge?.apply(this,e)}),p(`click`,et,()=>F?.undo()),p(`click`,tt,()=>F?.redo()),p(`keydown`,ut,function(...e){ge?.apply(this,e)}),c(s,Q),w()}s([`click`,`keydown`]);var O=(e,t)=>e.predicates.find(e=>e.name.text===t),k=(e,t)=>e.sets.find(e=>e.name.text===t),A=e=>[...e.stages.flatMap(e=>e.rules),...e.links],j=(e,t)=>e.some(e=>e.head?.text===t||j(e.inside,t)||j(e.makes,t)),M=(e,t,n)=>A(e).find(e=>t.every(t=>j(e.premises,t))&&n.every(t=>j(e.effects,t))),N=(e,t,n)=>{let r=O(e,t);if(!r)return`There is no predicate \`${t}\` yet: \`${[t,...n].join(` `)} : pred.\``;let i=r.arguments.map(e=>e.text);return i.join(` `)===n.join(` `)?null:`\`${t}\` should take ${n.length?n.map(e=>`a \`${e}\``).join(` and `):`nothing`}, and it takes ${i.length?i.join(` `):`nothing`}.`},P=(...e)=>e.find(e=>e!==null)??null,F=e=>e.ask({ask:`start`,start:0,state:null,seed:`1`},`machine`).then(e=>e?.machine??null),I=e=>e.groups.flatMap(e=>e.atoms.map(e=>e.text));async function L(e,t){return(await e.ask({ask:`step`,steps:t,until:{quiescence:!1,choice:!1,rules:[],atoms:[],queries:[]}},`machine`))?.machine??null}var R=`The program has an error: it is underlined in the text, and told below.`,z=e=>e.valid?null:R,B=`block : type.
a : block.
b : block.
c : block.
`,V=`${B}
on block block : pred.
on-table block : pred.
clear block : pred.
arm-free : pred.
holding block : pred.
`,H=`${V}
stage blocks = {
  pickup-from-block
    : on X Y * clear X * arm-free
    -o holding X * clear Y.
}
#interactive blocks.
`,U=`${H}
#trace _ blocks {
  on a b, on-table b, on-table c, clear a, clear c, arm-free
}.
`,W=U.replace(`-o holding X * clear Y.
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
}`),G=W.replace(`c : block.
`,`c : block.
arm : type.
left : arm.
right : arm.
`).replace(`arm-free : pred.`,`arm-free arm : pred.`).replace(`holding block : pred.`,`holding arm block : pred.`).replaceAll(`* arm-free
`,`* arm-free H
`).replaceAll(`holding X`,`holding H X`).replaceAll(`* arm-free.`,`* arm-free H.`).replace(`arm-free
}.`,`arm-free left, arm-free right
}.`),K=G.replace(`c : block.
`,`c : block.
d : block.
`).replace(`clear a, clear c,`,`clear a, clear c, on-table d, clear d,`),q=K.replace(`holding arm block : pred.`,`holding arm block : pred.
tower : pred.
#win tower.`).replace(`stage blocks = {`,`stage blocks = {
  finish : on X Y * on Y Z * on Z W -o tower.`),Be={name:`blocks`,title:`The blocks world`,about:`A robot arm, some blocks, and the whole idea of the language: what is the case, and what can happen.`,minutes:15,begin:``,steps:[{title:`Things`,text:`A program begins with the things that it is about. Here these are blocks, which a robot arm stacks on a table.

A set of things is a *type*. Write one, with three blocks in it:

    block : type.
    a : block.

Every line ends with a dot. Add \`b\` and \`c\` yourself. If you prefer to click, choose *Blocks* above the text: type \`block\` into "+ set", then add its elements.`,check:({structure:e})=>{let t=k(e,`block`);return t?t.values.length>=3?null:`The set \`block\` has ${t.values.length} of 3 elements.`:"There is no set `block` yet."},hint:"Each element is a line of its own: `b : block.`",answer:B},{title:`What can be the case`,text:`Now say what can be true of blocks. A *predicate* names a fact, and the types of the things that it is about:

    on block block : pred.

\`on a b\` will mean that a stands on b. Add four more:

    on-table block : pred.
    clear block : pred.
    arm-free : pred.
    holding block : pred.

A block is clear if nothing stands on it. The arm is free, or holds a block.`,check:({structure:e})=>P(N(e,`on`,[`block`,`block`]),N(e,`on-table`,[`block`]),N(e,`clear`,[`block`]),N(e,`arm-free`,[]),N(e,`holding`,[`block`])),hint:"A predicate without arguments is just its name: `arm-free : pred.`",answer:V},{title:`What can happen`,text:`A *rule* says what it takes and what it makes. It stands in a *stage*:

    stage blocks = {
      pickup-from-block
        : on X Y * clear X * arm-free
        -o holding X * clear Y.
    }
    #interactive blocks.

Read it aloud: if X is on Y, and X is clear, and the arm is free, then all this can be given up for: the arm holds X, and Y is clear. \`X\` and \`Y\` stand for any blocks. \`*\` reads "and", and \`-o\` reads "becomes": what stands left of it is used up, and what stands right of it is new.

\`#interactive\` says that somebody chooses what happens.`,check:({structure:e,valid:t})=>e.stages.length?M(e,[`on`,`clear`,`arm-free`],[`holding`,`clear`])?e.stages.some(e=>e.interactive)?t?null:R:"Say that somebody chooses: `#interactive blocks.`":"There is no rule yet that takes `on X Y`, `clear X` and `arm-free` and makes `holding X` and `clear Y`.":`There is no stage yet.`,hint:"Facts are joined by `*`. A rule has a name, a colon, what it takes, `-o`, what it makes, and a dot.",answer:H},{title:`A world to begin with`,text:`Say what is the case at the start, and in which stage:

    #trace _ blocks {
      on a b, on-table b, on-table c, clear a, clear c, arm-free
    }.

The game appears beside the text. Pick up a block! Then look at *State*: what the rule took is gone, and what it made is new.`,check:async e=>{if(!e.structure.directives.some(e=>e.name===`trace`))return"There is no start yet: `#trace _ blocks { … }.`";let t=z(e);if(t)return t;let n=await F(e);return n&&n.of>0?null:`Nothing can happen at the start: is there a block on another, clear, and the arm free?`},hint:`The atoms are separated by commas and stand in braces.`,answer:U},{title:`The rest, on your own`,text:`Three rules are missing:

• \`pickup-from-table\`: the arm picks a clear block up from the table.
• \`put-on-block\`: the arm puts what it holds on a clear block.
• \`put-on-table\`: the arm puts what it holds on the table.

Write them into the stage. Think of what each takes and what it makes: a block that is put down is clear, and the arm is free again.`,check:async e=>{let{structure:t}=e,n=P(M(t,[`on-table`,`clear`,`arm-free`],[`holding`])?null:`No rule picks a block up from the table yet.`,M(t,[`holding`,`clear`],[`on`,`clear`,`arm-free`])?null:`No rule puts a block on another yet. The block that is put down is clear, and the arm is free.`,A(t).some(e=>j(e.premises,`holding`)&&j(e.effects,`on-table`)&&j(e.effects,`arm-free`)&&j(e.effects,`clear`))?null:`No rule puts a block on the table yet, with the block clear and the arm free after it.`,z(e));if(n)return n;if(!await F(e))return`The machine does not start.`;let r=await L(e,200);return r&&r.steps>=200?null:`After ${r?.steps??0} steps nothing can happen any more: something is lost on the way. Step through it in *Step* and look at what is missing.`},hint:"put-on-block takes `holding X * clear Y` and makes `on X Y * clear X * arm-free`.",answer:W},{title:`Task 1: a second arm`,text:"The robot gets a second arm. Both arms work alone: each is free, or holds a block.\n\nMake a set `arm` with two elements, and let `arm-free` and `holding` say which arm they speak of. The rules need a variable for the arm. At the start, both are free.",check:async e=>{let{structure:t}=e,n=t.sets.find(e=>e.name.text!==`block`&&e.values.length>=2);if(!n)return`There is no set with two arms yet.`;let r=n.name.text,i=O(t,`arm-free`),a=O(t,`holding`);if(!i?.arguments.some(e=>e.text===r))return`\`arm-free\` does not say which ${r}.`;if(!a?.arguments.some(e=>e.text===r))return`\`holding\` does not say which ${r}.`;let o=z(e);if(o)return o;let s=await F(e),c=s?I(s).filter(e=>e.startsWith(`arm-free`)).length:0;return c>=2?null:`At the start ${c} of 2 arms are free.`},hint:"The same variable in several places is the same arm: `on X Y * clear X * arm-free H -o holding H X * clear Y.`",answer:G},{title:`Task 2: another block`,text:`Add a fourth block. It needs an element, and a place at the start: on the table or on another block. And is it clear?`,check:async e=>{let t=k(e.structure,`block`);if((t?.values.length??0)<4)return`The set \`block\` has ${t?.values.length??0} elements.`;let n=z(e);if(n)return n;let r=await F(e);if(!r)return`The machine does not start.`;let i=I(r),a=t?.values.map(e=>e.name.text).find(e=>!i.includes(`on-table ${e}`)&&!i.some(t=>t.startsWith(`on ${e} `)));if(a)return`\`${a}\` is nowhere at the start.`;let o=t?.values.map(e=>e.name.text).find(e=>!i.includes(`clear ${e}`)&&!i.some(t=>t.startsWith(`on `)&&t.endsWith(` ${e}`)));return o?`Nothing stands on \`${o}\`, and it is not clear either.`:null},hint:"`d : block.`, and at the start `on-table d, clear d`.",answer:K},{title:`Task 3: an end`,text:`So far the robot goes on for ever. Let it end: for example when there is a tower of four blocks, or when three blocks stand on each other.

One way is a predicate that means that the game is won, and a rule that makes it:

    tower : pred.
    #win tower.

Another way is a stage of its own: a link leads there when nothing more can happen, or a rule takes away what all others need.`,check:async e=>{let t=z(e);if(t)return t;let{structure:n}=e,r=n.directives.filter(e=>e.name===`win`||e.name===`draw`).map(e=>e.arguments[0]?.text??``),i=r.find(e=>A(n).some(t=>j(t.effects,e))),a=n.links.length>0;if(!i&&!a)return r.length?`No rule makes \`${r[0]}\` yet.`:"There is no end yet: neither `#win` nor a link to another stage.";if(!await F(e))return`The machine does not start.`;if(!i)return null;for(let t=0;t<8;t+=1){let t=await e.ask({ask:`step`,steps:2e3,until:{quiescence:!1,choice:!1,rules:[],atoms:[i],queries:[]}},`machine`).catch(()=>null);if(t?.machine.pause||t?.machine.groups.some(e=>e.predicate===i))return null;if(t?.machine.status===`ended`)break}return`In 16,000 random steps \`${i}\` was never reached: can its rule fire? Ask for it in *State*: "Why?".`},hint:"`finish : on X Y * on Y Z * on Z W -o tower.` ends the game with a tower of four.",answer:q}]},J=`#title "Four in a line".
board cell = square 5 5.
`,Y=`${J}player : type.  red : player.  blue : player.
#players player.
`,X=`${Y}
turn player : pred.
free cell : pred.
stone player cell : pred.

stage play = {
  place : turn P * free C * next P Q -o stone P C * turn Q.
}
#interactive play.

#trace _ play { turn red, { free C | C : cell } }.
`,Z=X.replace(`turn player : pred.`,`turn player : pred.  placed player : pred.`).replace(`place : turn P * free C * next P Q -o stone P C * turn Q.`,`place : turn P * free C -o stone P C * placed P.`).replace(`#interactive play.
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
`),Ve=Z.replace(`#interactive play.
`,`#interactive play.
#label place "place a stone on {C}".
`).replace(`board cell = square 5 5.`,`board cell = square 6 6.`),He={name:`board`,title:`Your first board game`,about:`Stones on a board, two players, four in a line. Playable from the third step on.`,minutes:15,meter:!0,begin:``,steps:[{title:`A board`,text:'A title, and a board of five times five squares:\n\n    #title "Four in a line".\n    board cell = square 5 5.\n\nThis declares a type `cell` with 25 cells, named like on a chess board. Rules can ask what lies where: `adjacent A B` (neighbours), `line A B C` (three cells in a row), `corner A`, …',check:({structure:e})=>e.boards.length?null:"There is no board yet: `board cell = square 5 5.`",hint:`The line ends with a dot.`,answer:J},{title:`Players`,text:`Players are a set, too. A directive says who plays:

    player : type.  red : player.  blue : player.
    #players player.

From now on \`next P Q\` says that Q comes after P.`,check:({structure:e})=>e.players?e.players.seats.length>=2?null:`A game for two needs two players.`:"Nobody plays yet: `#players player.`",hint:"The players are the elements of the set that `#players` names.",answer:Y},{title:`A move`,text:`It is somebody's turn, cells are free or have a stone:

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

Play some moves!`,check:async e=>{let{structure:t}=e,n=P(t.stages.length?null:`There is no stage yet.`,A(t).some(e=>e.premises.length&&e.effects.length)?null:`There is no rule yet.`,t.stages.some(e=>e.interactive)?null:"Somebody has to choose: `#interactive play.`",t.directives.some(e=>e.name===`trace`)?null:`There is no start yet.`,z(e));if(n)return n;let r=await F(e);return r&&r.of>=9?null:`At the start there should be a move for every cell: is every cell free?`},hint:"`{ free C | C : cell }` means: `free C` for every cell C.",answer:X},{title:`An end`,text:`After each move a second stage judges. So a move makes \`placed P\`, and the links pass the turn on:

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

Above the board a bar shows the balance: who wins if both play at random.`,check:async e=>{let{structure:t}=e,n=t.directives.filter(e=>e.name===`win`).map(e=>e.arguments[0]?.text??``),r=P(n.length?null:"Nobody can win yet: `#win won.`",A(t).some(e=>n.some(t=>j(e.effects,t)))?null:`No rule makes a winner yet.`,z(e));if(r)return r;let i=(await e.ask({ask:`balance`,games:120},`balance`))?.balance;return i?i.results.seats.every(e=>e.share===0)?`In random games nobody ever wins. Does the turn pass on, and is there a line?`:i.unfinished>.2?`Many random games do not end. Is there a draw when no cell is free?`:null:`The game cannot be played yet.`},hint:"`line A B C D` holds for four cells in a row, in any direction.",answer:Z},{title:`Make it yours`,text:`Now change something and see what happens to the balance above the board: the size of the board, how many stones make a line, who begins. Give moves a nicer name:

    #label place "place a stone on {C}".`,check:async e=>{let t=z(e);if(t)return t;let n=e.structure.directives.some(e=>e.name===`label`),r=!/square 5 5/.test(e.text);return n||r?null:`Change the size of the board, or give a move a label.`},hint:"Try `board cell = hex 6 6.`",answer:Ve}]},Ue=`place : type.  garden : place.  house : place.
person : type.  mary : person.  john : person.

at person place : pred.
`,We=`${Ue}
way place place : bwd.
way garden house.  way house garden.

stage tell = {
  go : at P A * way A B -o at P B.
}
#interactive tell.

#trace _ tell { at mary garden, at john house }.
`,Ge=We.replace(`at person place : pred.`,`at person place : pred.
likes person person : pred.`).replace(`-o at P B.
}`,`-o at P B.
  talk : $at P A * $at Q A * P <> Q -o likes P Q.
}`),Q=Ge.replace(`likes person person : pred.`,`likes person person : pred.
married : pred.
#win married.`).replace(`-o likes P Q.
}`,`-o likes P Q.
  marry : likes P Q * likes Q P -o married.
}`),Ke=`${Q}
#label go "{P} goes from {A} to {B}".
#label talk "{P} talks to {Q}".
#label marry "{P} and {Q} marry".
`,$=[Be,He,{name:`story`,title:`Your first story`,about:`Two people, two places, and an end that follows from what they do.`,minutes:10,begin:``,steps:[{title:`Places and people`,text:`A story has places and people, and people are somewhere:

    place : type.  garden : place.  house : place.
    person : type.  mary : person.  john : person.

    at person place : pred.`,check:({structure:e})=>P(e.sets.filter(e=>e.values.length>=2).length>=2?null:`There should be two sets with two elements each.`,e.predicates.some(e=>e.arguments.length===2)?null:"No predicate says yet who is where: `at person place : pred.`"),hint:`Several declarations may stand in one line.`,answer:Ue},{title:`Going places`,text:`Which place leads to which never changes, so it is a *derived* predicate, a table of facts:

    way place place : bwd.
    way garden house.  way house garden.

    stage tell = {
      go : at P A * way A B -o at P B.
    }
    #interactive tell.

    #trace _ tell { at mary garden, at john house }.

\`*\` reads "and", and \`-o\` reads "becomes": what stands left of it is used up, and what stands right of it is new. So whoever goes is no longer where they were.

Go for a walk: the game is beside the text.`,check:async e=>{let{structure:t}=e,n=P(t.predicates.some(e=>e.kind.text===`bwd`)?null:"There is no way yet: `way place place : bwd.`",t.stages.some(e=>e.rules.length)?null:`There is no rule yet.`,t.directives.some(e=>e.name===`trace`)?null:`There is no start yet.`,z(e));if(n)return n;let r=await F(e);return r&&r.of>=2?null:`Nobody can go anywhere. Are there ways in both directions?`},hint:"A fact of a derived predicate is a line of its own: `way garden house.`",answer:We},{title:`Meeting`,text:`People in the same place can talk, and then one likes the other:

    likes person person : pred.

    talk : $at P A * $at Q A * P <> Q -o likes P Q.

\`$at P A\` needs the fact and keeps it: nobody leaves by talking. \`P <> Q\` says that they are not the same.`,check:e=>P(A(e.structure).some(e=>e.premises.filter(e=>e.mark===`keep`).length>=2)?null:"No rule yet needs two people in one place and keeps them there, with `$at`.",z(e)),hint:"The rule stands in the stage, beside `go`.",answer:Ge},{title:`An end`,text:`Every story ends. Let it end when two like each other:

    married : pred.
    #win married.

    marry : likes P Q * likes Q P -o married.

Then look at *Trace*: which steps led to the end, and which did not matter.`,check:async e=>{let t=e.structure.directives.filter(e=>e.name===`win`).map(e=>e.arguments[0]?.text??``),n=P(t.length?null:"Nothing is an end yet: `#win married.`",A(e.structure).some(e=>t.some(t=>j(e.effects,t)))?null:`No rule leads to the end yet.`,z(e));if(n)return n;let r=await e.ask({ask:`balance`,games:120},`balance`);return r&&r.balance.results.seats.some(e=>e.share>0)?null:`In random stories the end is never reached. Can people meet?`},hint:"Both have to like each other: `likes P Q * likes Q P`.",answer:Q},{title:`In words`,text:`Labels say how a move reads:

    #label go "{P} goes from {A} to {B}".
    #label talk "{P} talks to {Q}".

Write one for every rule.`,check:e=>{let t=e.structure.directives.filter(e=>e.name===`label`).length,n=e.structure.stages.flatMap(e=>e.rules).length;return P(t>=n?null:`${t} of ${n} rules have a label.`,z(e))},hint:`The names in braces are the variables of the rule.`,answer:Ke}]}],qe=d(`<li><a><b> </b> <span class="quiet"> </span> <span class="about"> </span></a></li>`),Je=d(`<main class="learn"><h1>Learn</h1> <p class="quiet">Each lesson is done in this page, step by step. What you write is checked as you write it.</p> <ol class="lessons"></ol> <p><a class="button" href="#/write">Write a game of your own</a></p></main>`);function Ye(e,i){ie(i,!0);let s=t(()=>$.find(e=>e.name===i.lesson));_(()=>{r(s)||(document.title=`Learn · Senet`)});var d=l(),f=C(d),p=e=>{D(e,{get workbench(){return i.workbench},get lesson(){return r(s)}})},m=e=>{var n=Je(),i=v(o(n),4);u(i,21,()=>$,e=>e.name,(e,n)=>{let i=t(()=>_e(r(n).name)?.done??0);var s=qe(),l=o(s),u=o(l),d=a(u,!0),f=v(u,2),p=a(f),m=v(f,2),g=a(m,!0);b(l),b(s),h(()=>{T(l,`href`,`#/learn/${r(n).name??``}`),x(d,r(n).title),x(p,`${r(n).minutes??``} minutes · ${r(i)===0?`${r(n).steps.length} steps`:r(i)>=r(n).steps.length?`done`:`${r(i)} of ${r(n).steps.length} steps done`}`),x(g,r(n).about)}),c(e,s)}),b(i),ae(2),b(n),c(e,n)};n(f,e=>{r(s)?e(p):e(m,-1)}),c(e,d),w()}export{Ye as default};