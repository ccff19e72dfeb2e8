/** Colours that frameworks, themes and generators of icons set by default, and those of messengers and networks. */
export const borrowed = new Set(
  '#0d6efd #007bff #337ab7 #428bca #0275d8 #9c27b0 #1976d2 #2196f3 #3f51b5 #7f54b3 #a46497 #2ea3f2 #6ec1e4 #54595f #61ce70 #7a7a7a #3898ec #0170b9 #046bd2 #007cba #32373c #25d366 #128c7e #06c755 #1877f2 #3b5998 #da532c #2b5797 #5bbad5 #00aba9 #603cba #9f00a7 #b91d47 #2d89ef'.split(
    ' ',
  ),
);
