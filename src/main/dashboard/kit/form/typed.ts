import { createContext } from "react";

/** Notifies the dialog around a form that somebody has typed into it. */
export const Typed = createContext(() => {});
