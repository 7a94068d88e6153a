// @ts-check
/**
 * Who has the tables of this device: one tab at a time. The browser's lock goes with the tab, however that ends. A tab
 * that nobody sees gives way to one that is looked at.
 */

const LOCK = "quillmap-device";
/** How long a tab that is seen is asked to give way, in milliseconds, before another one hears no. */
const PATIENCE = 3000;
const WANTED = "wanted";

/** The tables are in use in another tab. */
export class HeldElsewhere extends Error {}

/**
 * @template {{close: () => Promise<void>}} Tables
 */
export class Holding {
  /** @type {Promise<Tables> | null} */
  #opening = null;
  /** @type {() => void} */
  #release = () => {};
  isSeen = true;

  /**
   * @param {object} around
   * @param {() => Promise<Tables>} around.open
   * @param {LockManager} around.locks
   * @param {BroadcastChannel} around.channel
   * @param {number} [around.patience]
   */
  constructor({open, locks, channel, patience = PATIENCE}) {
    this.open = open;
    this.locks = locks;
    this.channel = channel;
    this.patience = patience;
    channel.onmessage = ({data}) => data === WANTED && !this.isSeen && this.giveWay();
  }

  /** The tables, as soon as they are this tab's. */
  tables() {
    if (!this.#opening) {
      const opening = this.#take();
      this.#opening = opening;
      opening.catch(() => {
        if (this.#opening === opening) this.#opening = null;
      });
    }
    return this.#opening;
  }

  async #take() {
    await this.#lock();
    try {
      return await this.open();
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  async #lock() {
    if (await this.#asked({ifAvailable: true})) return;
    // Nobody looks at this tab: what another one does is not disturbed.
    if (!this.isSeen) throw new HeldElsewhere();
    this.channel.postMessage(WANTED);
    if (!(await this.#asked({signal: AbortSignal.timeout(this.patience)}))) throw new HeldElsewhere();
  }

  /** Ask for the lock, and keep it until `#release` is called. @param {LockOptions} how @returns {Promise<boolean>} */
  #asked(how) {
    return new Promise((done) => {
      const asked = this.locks.request(LOCK, how, (lock) => {
        if (!lock) return done(false);
        return new Promise((/** @type {(nothing?: any) => void} */ release) => {
          this.#release = release;
          done(true);
        });
      });
      asked.catch(() => done(false));
    });
  }

  /** Finish what is being stored, and let others have the tables. */
  async giveWay() {
    const opening = this.#opening;
    if (!opening) return;
    this.#opening = null;
    const tables = await opening.catch(() => null);
    if (!tables) return;
    const release = this.#release;
    await tables.close();
    release();
  }
}
