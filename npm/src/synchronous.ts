// The functions that answer at once, in the thread that calls them.

import type { Side } from "./answers.js";
import type { Synchronous } from "./api.js";
import { UnwinnableError } from "./error.js";
import { Instance } from "./module.js";
import type { Module } from "./platform.js";

export function synchronous(module: Module): Synchronous {
  let instance: Instance | undefined;
  function ask<T>(question: (instance: Instance) => T): T {
    instance ??= new Instance(module.now());
    try {
      return question(instance);
    } catch (error) {
      if (error instanceof UnwinnableError && error.code === "internal") instance = undefined;
      throw error;
    }
  }
  const quick = (fen: string, side: Side) => ask((instance) => instance.quick(fen, side));
  return {
    async ready(source) {
      await module.load(source);
    },
    cannotMate: (fen, side) => quick(fen, side).verdict === "cannot",
    quick,
    ruling: (fen, flagged, policy) => ask((instance) => instance.ruling(fen, flagged, policy, 0)),
  };
}
