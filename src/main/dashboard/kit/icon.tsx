import sprite from "./icons.svg";
import type { IconName } from "./icon-names.ts";

export type { IconName };
const address = new URL(sprite, import.meta.url).href;

/** A symbol in the colour of the text around it. It says nothing to a screen reader: the text beside it does. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`${address}#${name}`} />
    </svg>
  );
}
