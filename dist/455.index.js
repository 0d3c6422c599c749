export const id=455;export const ids=[455];export const modules={7455:(t,o,e)=>{e.d(o,{_:()=>s});let n=/[^ -~]|^ | $| {2}/;function s(t){return""!==t&&!n.test(t)}}};
