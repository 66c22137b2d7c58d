/** The part of libbase64, which has no types of its own, that is used here. */
declare module 'libbase64' {
  const libbase64: { decode(text: string): Buffer };
  export default libbase64;
}
