/** Something that the operator can mend: the message is one line that says what, fit to be shown without a stack. */
export class OperatorError extends Error {
  readonly expected = true;
}
