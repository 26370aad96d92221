import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Answer, api } from "../base/api.ts";
import { usePageExists, useProject, useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import type { IconName } from "../kit/icon-names.ts";

/** A line of the palette. */
export interface Choice {
  id: string;
  kind: string;
  label: string;
  hint?: string;
  icon: IconName;
  words?: string;
  act: () => void;
}

const AFTER_MS = 200;
const SHORTEST = 2;
/** Of a subject that every recipient reads with other values. */
const PLACEHOLDERS = /\{\{.*?\}\}/g;

type Found = Answer<"/search">;
type Kind = "contacts" | "emails" | "templates" | "segments" | "campaigns" | "workflows" | "domains";

/** The page of one thing of each kind, in the order they are shown. */
const KINDS: Record<Kind, { page: string; title: Parameters<typeof t>[0]; icon: IconName }> = {
  contacts: { page: "contacts", title: "app.page.contact", icon: "person" },
  campaigns: { page: "campaigns", title: "app.page.campaign", icon: "campaign" },
  templates: { page: "templates", title: "app.page.template", icon: "template" },
  segments: { page: "segments", title: "app.page.segment", icon: "segment" },
  workflows: { page: "workflows", title: "app.page.workflow", icon: "workflow" },
  domains: { page: "domains", title: "app.page.domain", icon: "domain" },
  emails: { page: "messages", title: "app.page.message", icon: "mail" },
};

/** Things of the project that match what is typed or pasted: a name, an address, an id, a Message-ID. */
export function useFound(text: string): { choices: Choice[]; isSearching: boolean; hasFailed: boolean } {
  const project = useProject();
  const exists = usePageExists();
  const { open } = useRouter();
  const typed = text.trim();
  const sought = useSettled(typed);
  const isWanted = Boolean(project) && typed.length >= SHORTEST;
  const found = useQuery<Found, Error>({
    queryKey: ["search", project, sought],
    queryFn: ({ signal }) => api.get("/search", { query: { q: sought }, signal }),
    enabled: isWanted && sought.length >= SHORTEST,
    staleTime: 15_000,
    refetchInterval: false,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (!isWanted || !found.data) {
    return { choices: [], isSearching: isWanted && !found.error, hasFailed: isWanted && found.error !== null };
  }
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => exists(`${KINDS[kind].page}/any`));
  const choices = kinds.flatMap((kind) =>
    found.data[kind].map((hit): Choice => ({
      id: `${kind} ${hit.id}`,
      kind: t(KINDS[kind].title),
      label: hit.name,
      ...(hit.detail ? { hint: hit.detail.replace(PLACEHOLDERS, "…") } : {}),
      icon: KINDS[kind].icon,
      act: () => open(`${KINDS[kind].page}/${hit.id}`),
    }))
  );
  if (!found.data.complete && exists("contacts")) {
    choices.push({
      id: "more contacts",
      kind: t("shell.kind.page"),
      label: t("shell.paletteMore", { text: sought }),
      icon: "people",
      act: () => open("contacts", { search: sought }),
    });
  }
  return { choices, isSearching: sought !== typed || found.isPlaceholderData, hasFailed: false };
}

/** The text as it was when nobody had typed for a moment. */
function useSettled(text: string) {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
