// @ts-check
/** The browser's database: texts by their names. Texts go in and out as JSON, which Python reads fastest. */

const NAME = "quillmap";
const STORE = "records";

/** @returns {Promise<{read: (beginning: string) => Promise<string>, write: (records: string) => Promise<string>}>} */
export async function openDatabase(factory = indexedDB) {
  const database = await new Promise((done, fail) => {
    const opening = factory.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
  return {
    /** All records whose names begin like this, in the order of their names. */
    read: (beginning) =>
      new Promise((done, fail) => {
        const reading = database.transaction(STORE).objectStore(STORE),
          range = IDBKeyRange.bound(beginning, `${beginning}\uffff`),
          names = reading.getAllKeys(range),
          texts = reading.getAll(range);
        texts.onsuccess = () =>
          done(
            JSON.stringify(
              names.result.map((/** @type {any} */ name, /** @type {number} */ n) => [name, texts.result[n]]),
            ),
          );
        texts.onerror = () => fail(texts.error);
      }),
    /** Keep all these records, or none; when the answer comes, they are on the disk. It says why they could not be. */
    write: (records) =>
      new Promise((done) => {
        const writing = database.transaction(STORE, "readwrite", {durability: "strict"});
        for (const [name, text] of Object.entries(JSON.parse(records))) writing.objectStore(STORE).put(text, name);
        writing.oncomplete = () => done("");
        writing.onabort = () => done(String(writing.error ?? "aborted"));
      }),
  };
}
