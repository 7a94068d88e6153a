// @ts-check
/** Why something is refused, by a server or by this device. */

/** The server said no; `code` and `params` say why. */
export class Refusal extends Error {
  /** @param {import("./types.js").ErrorBody} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    /** @type {Record<string, any>} */
    this.params = error.params ?? {};
  }
}
