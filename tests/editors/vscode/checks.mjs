// Counting, as `tests/run` reads it.

let passed = 0;
let failed = 0;

let picture = async () => undefined;

/** What is done when something fails, with the number of failures so far. */
export function onFailure(act) {
  picture = act;
}

/** One thing that must hold; what fails is said, and the rest goes on. */
export async function check(what, act) {
  try {
    const wrong = await act();
    if (wrong === false) {
      throw new Error('it is not so');
    }
    passed += 1;
  } catch (error) {
    failed += 1;
    await picture(failed).catch(() => undefined);
    console.log(`not as expected: ${what}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The last line; gives the exit code. */
export function summary() {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
