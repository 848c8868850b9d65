// A Redis with a document, and a daemon for it.

import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, scratch, told, until } from './place.mjs';

const TEXT = '@h1 Pier [#pier]\n\n@ul [#gear]\n- ropes\n';

/** Starts them. The environment names the Redis. */
export async function daemon() {
  const port = await freePort();
  const env = { ...process.env, AGD_REDIS_URL: `redis://127.0.0.1:${port}/` };
  const redis = spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), '--save', ''], { cwd: scratch, stdio: 'ignore' });
  const file = path.join(scratch, 'daemon.agd');
  writeFileSync(file, TEXT);
  await until('Redis', () => {
    try {
      execFileSync(told('AGMARK'), ['agd', 'seed', 'agd:Doc', file], { env, stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  const worker = spawn(told('AGMARK'), ['agd', 'daemon', '--stream', 'agd:Doc:ops'], { env, stdio: 'ignore' });
  const stop = () => [worker, redis].forEach((one) => one.kill());
  process.on('exit', stop);
  return { url: env.AGD_REDIS_URL, stop };
}
