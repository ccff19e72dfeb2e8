/** Options with which pictures for models and scenes are encoded: fine enough that no second encoding is seen. */
export const photoJpeg = { quality: 94, chromaSubsampling: '4:4:4' } as const;
