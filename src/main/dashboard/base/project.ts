import { createContext, useContext } from "react";
import { go, href } from "./address.ts";

/** The id of the project the page's path names; undefined on pages of no project. */
export const ProjectContext = createContext<string | undefined>(undefined);

export function useProject(): string | undefined {
  return useContext(ProjectContext);
}

/** Addresses of pages: "contacts/7" is below the project, "/account" below the application. */
export function useRouter() {
  const project = useProject();
  const address = (to: string, query?: Record<string, string | undefined>) =>
    to.startsWith("/") || !project ? href(to, query) : href(`p/${project}/${to}`, query);
  return { address, open: (to: string, query?: Record<string, string | undefined>) => go(address(to, query)) };
}

/** True for a path (as in a link) that a page of this build has. */
export const PagesContext = createContext<(to: string) => boolean>(() => true);

/** Says whether a link's page is there: nothing leads to a page that is not. */
export function usePageExists(): (to: string) => boolean {
  return useContext(PagesContext);
}
