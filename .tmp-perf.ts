import postgres from 'postgres'
import { startEmbeddedPostgres } from './server/embedded-postgres.ts'
import { connect } from './app/platform/database.server.ts'
const p=await startEmbeddedPostgres({folder:'/tmp/postgres/t/lost',log:console.log,fsync:false});
const a=connect(p.url,{max:10}); const b=postgres({host:'/tmp/postgres/t/lost/postgres',port:5432,user:'chalk_and_vine',password:new URL(p.url).password,database:'chalk_and_vine',max:10})
async function run(name:string, sql:any, tx:boolean, c=50){ const n=6000; let i=0; const t=performance.now(); await Promise.all(Array.from({length:c},async()=>{while(i++<n){ if(tx) await sql.begin(async (q:any)=>{await q`select ${i}::int as x`}); else await sql`select ${i}::int as x, 'abc' as y`}})); console.log(name, Math.round(n/(performance.now()-t)*1000),'per s') }
for(let k=0;k<3;k++){ await run('ours',a,false); await run('plain',b,false); await run('ours c1',a,false,1); await run('plain c1',b,false,1); await run('ours tx',a,true); await run('plain tx',b,true)}
await a.end(); await b.end(); await p.stop()
