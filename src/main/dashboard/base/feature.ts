import type { ComponentType } from "react";
import type { Key } from "./words.ts";
import type { IconName } from "../kit/icon-names.ts";

/** The description of a folder of pages for the application; each has a pages.ts with one of these as its default export. */
export interface Feature {
  /** The folder, and the name of its catalogues and of its style sheet. */
  name: string;
  pages: Page[];
}

export interface PageProps {
  /** The parts of the address that the path names with a colon. */
  params: Record<string, string>;
}

export interface Page {
  /** Below the project for scope "project", such as "contacts/:id"; below the application otherwise. */
  path: string;
  /** "project" when absent; "user" needs a session, "open" nothing. */
  scope?: "project" | "user" | "open";
  /** The title of the browser's tab while the page loads; a key of the application's own catalogue. */
  title: Key;
  /** Loaded when the page is first shown. */
  load: () => Promise<{ default: ComponentType<PageProps> }>;
  /** Its place in the navigation; none for pages reached from others. */
  nav?: Navigation;
  /** Words by which the palette finds the page beside its title. */
  keywords?: string;
}

export interface Navigation {
  order: number;
  icon: IconName;
  /** The upper part for daily work, the lower one for the rest. */
  group: "work" | "more";
  /** Pressed after "g", it opens the page. */
  key?: string;
  /** False hides the entry: for what this user or installation does not have. */
  shown?: (facts: Facts) => boolean;
}

/** The facts that decide about the entries of the navigation. */
export interface Facts {
  role: "OWNER" | "ADMIN" | "MEMBER" | undefined;
  catchesEmails: boolean;
  operator: boolean;
}
