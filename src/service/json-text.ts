/** JSON as it came, in UTF-8: it needs neither to be written anew nor to be held as objects for that. */
export class JsonText {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
