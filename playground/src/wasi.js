// What the module imports from its system (WASI, preview 1): a clock, random bytes and standard error. There are no
// files, so all other functions refuse.

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NO_ENTRY = 44;
const NOT_SUPPORTED = 52;

/** The descriptor of the only folder. */
const ROOT = 3;

/** The imports of a module. `log` gets the lines that it writes to standard error. */
export function imports(module, log) {
  let memory;
  const view = () => new DataView(memory.buffer);
  const decoder = new TextDecoder();
  let line = "";

  const functions = {
    clock_time_get(id, _precision, result) {
      const milliseconds = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
      return SUCCESS;
    },
    random_get(start, length) {
      // At most 64 KiB are given at a time.
      for (let at = 0; at < length; at += 65536) {
        crypto.getRandomValues(new Uint8Array(memory.buffer, start + at, Math.min(65536, length - at)));
      }
      return SUCCESS;
    },
    fd_write(_descriptor, vectors, count, result) {
      let written = 0;
      for (let index = 0; index < count; index++) {
        const start = view().getUint32(vectors + 8 * index, true);
        const length = view().getUint32(vectors + 8 * index + 4, true);
        line += decoder.decode(new Uint8Array(memory.buffer, start, length), { stream: true });
        written += length;
      }
      const lines = line.split("\n");
      line = lines.pop();
      lines.forEach(log);
      view().setUint32(result, written, true);
      return SUCCESS;
    },
    environ_sizes_get: (count, size) => nothing(count, size),
    environ_get: () => SUCCESS,
    args_sizes_get: (count, size) => nothing(count, size),
    args_get: () => SUCCESS,
    sched_yield: () => SUCCESS,
    // One folder, `/`, in which nothing is: then a missing file is an ordinary error.
    fd_prestat_get(descriptor, result) {
      if (descriptor !== ROOT) return BAD_DESCRIPTOR;
      view().setUint32(result, 0, true);
      view().setUint32(result + 4, 1, true);
      return SUCCESS;
    },
    fd_prestat_dir_name(_descriptor, name) {
      view().setUint8(name, "/".charCodeAt(0));
      return SUCCESS;
    },
    path_open: () => NO_ENTRY,
    path_filestat_get: () => NO_ENTRY,
    proc_exit(code) {
      throw new Error(`the language server ended with code ${code}`);
    },
  };

  function nothing(count, size) {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return SUCCESS;
  }

  const wanted = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    wanted[from] ??= {};
    wanted[from][name] = functions[name] ?? (() => NOT_SUPPORTED);
  }
  return { wanted, connect: (instance) => (memory = instance.exports.memory) };
}
