interface Size {
  width: number;
  height: number;
}

/** Side to which the bottom of the stored picture is turned, by EXIF orientation from 1 to 8. */
const bottomSides = ['bottom', 'bottom', 'top', 'top', 'right', 'left', 'left', 'right'] as const;

/** Returns the size of the stored picture for a size of the upright one, and the other way round. */
export function oriented({ width, height }: Size, orientation = 1): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Returns the part of an upright picture that shows the given share (0 to 1) of its stored rows, from the top. */
export function withoutBottom({ width, height }: Size, share: number, orientation = 1) {
  const side = bottomSides[orientation - 1] ?? 'bottom';
  const isTurned = side === 'left' || side === 'right';
  const kept = Math.max(1, Math.floor((isTurned ? width : height) * share));
  return {
    left: side === 'left' ? width - kept : 0,
    top: side === 'top' ? height - kept : 0,
    width: isTurned ? kept : width,
    height: isTurned ? height : kept,
  };
}
