/** Makes a module that has a version as the reader has it, or none, and answers each text with the same page. */
export function makeModule(version: string | null, page: string): Buffer {
  const text = Buffer.from(version ?? "");
  const answer = Buffer.alloc(4);
  answer.writeUInt32LE(Buffer.byteLength(page));
  const constants: [name: string, value: number][] = [["request", 4096], ["answer", 1024], ["answer_length", 4 + Buffer.byteLength(page)]];
  if (version !== null) constants.push(["version", 0], ["version_length", text.length]);
  return Buffer.concat([
    Buffer.from("\0asm\x01\0\0\0", "latin1"),
    // Types: a function with one number gives a number, and so does one without.
    section(1, [[0x60, 1, 0x7f, 1, 0x7f], [0x60, 0, 1, 0x7f]]),
    section(3, constants.map(([name]) => [name === "request" ? 0 : 1])),
    section(5, [[0, 16]]),
    section(7, [
      [...named("memory"), 2, 0],
      ...constants.map(([name], index) => [...named(name), 0, index]),
    ]),
    section(10, constants.map(([, value]) => sized([0, 0x41, ...signed(value), 0x0b]))),
    section(11, [
      [0, 0x41, 0, 0x0b, ...sized([...text])],
      [0, 0x41, ...signed(1024), 0x0b, ...sized([...answer, ...Buffer.from(page)])],
    ]),
  ]);
}

function section(number: number, entries: number[][]): Buffer {
  return Buffer.from([number, ...sized([...unsigned(entries.length), ...entries.flat()])]);
}

function named(name: string): number[] {
  return sized([...Buffer.from(name)]);
}

function sized(bytes: number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

/** A number in LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)];
}

/** A number that is not negative in signed LEB128: its highest bit has to be zero. */
function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
