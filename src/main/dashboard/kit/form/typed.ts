import { createContext } from "react";

/** Tells the dialog around a form that somebody has typed into it. */
export const Typed = createContext(() => {});
