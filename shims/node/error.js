'use strict';

/** A StileError says in `code`, a stable word, what could not be done. README.md lists the words. */
class StileError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = 'StileError';
    this.code = code;
  }
}

module.exports = { StileError };
