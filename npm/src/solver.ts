// Full searches in workers: a queue of questions, and at most a fixed number of workers, which are started when they are
// needed. A search in WebAssembly cannot be interrupted, so cancellation and the time limit end its worker.

import type { Answer, DecideOptions, Limits, Policy, Question, Ruling, Side } from "./answers.js";
import type { Solver, SolverClass, SolverOptions } from "./api.js";
import { UnwinnableError, shown } from "./error.js";
import { checkFen, policyNumber, sideNumber } from "./module.js";
import type { Module, Platform, Thread } from "./platform.js";
import type { Job, Message } from "./work.js";

/** The crate's `USUAL_NODES`. */
const USUAL_NODES = 2 ** 24;
/** Most workers unless another number is chosen. */
const USUAL_WORKERS = 4;
/** Timers of JavaScript cannot wait longer, in milliseconds. */
const MAX_MILLISECONDS = 2 ** 31 - 1;

/** A question that waits or is searched. */
interface Task {
  job: Job;
  milliseconds: number | undefined;
  resolve(value: Answer | Ruling): void;
  reject(reason: unknown): void;
}

/** A worker and its task. */
interface Seat {
  thread: Thread;
  loaded: boolean;
  task: Task | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Waiting tasks in their order. To take the first one costs the same however many wait; `Array.shift` may move all. */
class Queue {
  #tasks: Task[] = [];
  #first = 0;

  get length(): number {
    return this.#tasks.length - this.#first;
  }

  push(task: Task): void {
    this.#tasks.push(task);
  }

  take(): Task | undefined {
    if (this.length === 0) return undefined;
    const task = this.#tasks[this.#first];
    this.#first += 1;
    if (this.length === 0) this.takeAll();
    return task;
  }

  takeAll(): Task[] {
    const tasks = this.#tasks.slice(this.#first);
    [this.#tasks, this.#first] = [[], 0];
    return tasks;
  }

  remove(removed: ReadonlySet<Task>): void {
    this.#tasks = this.takeAll().filter((task) => !removed.has(task));
  }
}

/** Returns the class of solvers of a platform. */
export function solverClass(platform: Platform, module: Module): SolverClass {
  return class Solver extends Pool {
    constructor(options?: SolverOptions) {
      super(platform, module, options);
    }
  };
}

/** The implementation of `Solver`, for all platforms. */
class Pool implements Solver {
  readonly #platform: Platform;
  readonly #module: Module;
  readonly #most: number;
  readonly #queue = new Queue();
  readonly #seats = new Set<Seat>();
  #closed = false;

  constructor(platform: Platform, module: Module, { workers }: SolverOptions = {}) {
    this.#platform = platform;
    this.#module = module;
    this.#most = workers === undefined ? Math.min(platform.processors(), USUAL_WORKERS) : whole("the number of workers", workers);
  }

  async decide(fen: string, side: Side, options: DecideOptions = {}): Promise<Answer> {
    const [answer] = await this.decideMany([{ fen, side }], options);
    return answer as Answer;
  }

  async decideMany(questions: Iterable<Question>, options: DecideOptions = {}): Promise<Answer[]> {
    const [nodes, certificate] = [nodesOf(options), options.certificate ?? false];
    return (await this.#ask(Array.from(questions, ({ fen, side }) => ({ fen, side, nodes, certificate })), options)) as Answer[];
  }

  async ruling(fen: string, flagged: Side, policy: Policy, limits: Limits = {}): Promise<Ruling> {
    policyNumber(policy);
    const [ruling] = await this.#ask([{ fen, side: flagged, policy, nodes: nodesOf(limits) }], limits);
    return ruling as Ruling;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const tasks = [...this.#queue.takeAll(), ...[...this.#seats].flatMap(({ task }) => task ?? [])];
    const ended = [...this.#seats].map((seat) => this.#end(seat));
    for (const task of tasks) task.reject(closed());
    await Promise.all(ended);
  }

  /** Queues jobs and returns their answers. If one fails or the signal aborts, cancels the others. */
  async #ask(jobs: Job[], { milliseconds, signal }: Limits): Promise<(Answer | Ruling)[]> {
    if (this.#closed) throw closed();
    for (const { fen, side } of jobs) {
      sideNumber(side);
      checkFen(fen);
    }
    if (milliseconds !== undefined && !(typeof milliseconds === "number" && milliseconds > 0)) {
      throw new UnwinnableError("limit", `the limit of time is a number of milliseconds greater than 0, not ${shown(milliseconds)}`);
    }
    signal?.throwIfAborted();
    const tasks: Task[] = [];
    const answers = jobs.map((job) => new Promise<Answer | Ruling>((resolve, reject) => tasks.push({ job, milliseconds, resolve, reject })));
    const cancel = () => {
      for (const task of tasks) task.reject(signal?.reason);
      this.#drop(tasks);
    };
    signal?.addEventListener("abort", cancel);
    for (const task of tasks) this.#queue.push(task);
    this.#goOn();
    try {
      return await Promise.all(answers);
    } catch (error) {
      this.#drop(tasks);
      throw error;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Gives waiting tasks to idle workers, and starts workers for the others. */
  #goOn(): void {
    for (const seat of this.#seats) {
      if (seat.loaded && !seat.task) this.#give(seat, this.#queue.take());
    }
    const starting = [...this.#seats].filter(({ loaded }) => !loaded).length;
    for (let missing = this.#queue.length - starting; missing > 0 && this.#seats.size < this.#most; missing -= 1) this.#start();
  }

  #give(seat: Seat, task: Task | undefined): void {
    seat.thread.keepAlive(task !== undefined);
    if (!task) return;
    seat.task = task;
    if (task.milliseconds !== undefined && task.milliseconds <= MAX_MILLISECONDS) {
      seat.timer = setTimeout(() => {
        void this.#end(seat);
        task.resolve(outOfTime(task.job));
        this.#goOn();
      }, task.milliseconds);
    }
    seat.thread.post(task.job);
  }

  #start(): void {
    const seat: Seat = { thread: this.#platform.start(), loaded: false, task: undefined, timer: undefined };
    this.#seats.add(seat);
    seat.thread.listen(
      (message) => this.#take(seat, message as Message),
      (why) => this.#fail(seat, new UnwinnableError(seat.loaded ? "internal" : "load", `a worker failed: ${why}`)),
    );
    this.#module.load().then(
      (module) => this.#seats.has(seat) && seat.thread.post(module),
      (error: unknown) => this.#fail(seat, error),
    );
  }

  /** Takes a message of a worker. */
  #take(seat: Seat, message: Message): void {
    if (!this.#seats.has(seat)) return;
    if (message === "loaded") {
      seat.loaded = true;
    } else {
      const { task } = seat;
      clearTimeout(seat.timer);
      seat.task = undefined;
      if ("value" in message) task?.resolve(message.value);
      else task?.reject(new UnwinnableError(message.error.code, message.error.message));
    }
    seat.thread.keepAlive(false);
    this.#goOn();
  }

  /** Rejects the task of a worker that has failed. One that could not start takes all waiting tasks with it. */
  #fail(seat: Seat, error: unknown): void {
    if (!this.#seats.has(seat)) return;
    const tasks = seat.loaded ? [] : this.#queue.takeAll();
    if (seat.task) tasks.push(seat.task);
    void this.#end(seat);
    for (const task of tasks) task.reject(error);
    this.#goOn();
  }

  /** Removes tasks from the queue, and ends the workers that search for them. */
  #drop(tasks: readonly Task[]): void {
    const dropped = new Set(tasks);
    this.#queue.remove(dropped);
    for (const seat of this.#seats) if (seat.task && dropped.has(seat.task)) void this.#end(seat);
    this.#goOn();
  }

  async #end(seat: Seat): Promise<void> {
    clearTimeout(seat.timer);
    this.#seats.delete(seat);
    seat.task = undefined;
    await seat.thread.end();
  }
}

/** Returns the answer to a job that ran out of time. */
function outOfTime({ policy, certificate }: Job): Answer | Ruling {
  if (policy !== undefined) return "unknown";
  return { verdict: "unknown", reason: null, line: null, nodes: null, ...(certificate && { certificate: null }) };
}

function closed(): UnwinnableError {
  return new UnwinnableError("closed", "the solver is closed");
}

function whole(what: string, number: number): number {
  if (!Number.isSafeInteger(number) || number < 1) throw new UnwinnableError("limit", `${what} is a whole number of at least 1, not ${shown(number)}`);
  return number;
}

function nodesOf({ nodes = USUAL_NODES }: Limits): number {
  return whole("the limit of nodes", nodes);
}
