export { Idiomorph };
