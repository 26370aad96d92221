import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Answer, api } from "../base/api.ts";
import { usePageExists, useProject, useRouter } from "../base/project.ts";
import { useDebounced } from "../base/use-debounced.ts";
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
  run: () => void;
}

const DEBOUNCE_MS = 200;
const MIN_LENGTH = 2;
/** Of a subject that every recipient reads with other values. */
const PLACEHOLDERS = /\{\{.*?\}\}/g;

type SearchResponse = Answer<"/search">;
type Kind = "contacts" | "emails" | "templates" | "segments" | "campaigns" | "workflows" | "domains";

/** The page of one thing of each kind, in the order they are shown. */
const KINDS: Record<Kind, { page: string; title: Parameters<typeof t>[0]; icon: IconName }> = {
  contacts: { page: "contacts", title: "app.page.contact", icon: "person" },
  campaigns: { page: "campaigns", title: "app.page.campaign", icon: "campaign" },
  templates: { page: "templates", title: "app.page.template", icon: "template" },
  segments: { page: "segments", title: "app.page.segment", icon: "segment" },
  workflows: { page: "workflows", title: "app.page.workflow", icon: "workflow" },
  domains: { page: "domains", title: "app.page.domain", icon: "domain" },
  emails: { page: "emails", title: "app.page.email", icon: "email" },
};

/** Things of the project that match what is typed or pasted: a name, an address, an id, a Message-ID. */
export function useSearchResults(text: string): { choices: Choice[]; isSearching: boolean; hasFailed: boolean } {
  const project = useProject();
  const exists = usePageExists();
  const { open } = useRouter();
  const typed = text.trim();
  const debounced = useDebounced(typed, DEBOUNCE_MS);
  const isSearchable = Boolean(project) && typed.length >= MIN_LENGTH;
  const response = useQuery<SearchResponse, Error>({
    queryKey: ["search", project, debounced],
    queryFn: ({ signal }) => api.get("/search", { query: { q: debounced }, signal }),
    enabled: isSearchable && debounced.length >= MIN_LENGTH,
    staleTime: 15_000,
    refetchInterval: false,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (!isSearchable || !response.data) {
    return {
      choices: [],
      isSearching: isSearchable && !response.error,
      hasFailed: isSearchable && response.error !== null,
    };
  }
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => exists(`${KINDS[kind].page}/any`));
  const choices = kinds.flatMap((kind) =>
    response.data[kind].map((hit): Choice => ({
      id: `${kind} ${hit.id}`,
      kind: t(KINDS[kind].title),
      label: hit.name,
      ...(hit.detail ? { hint: hit.detail.replace(PLACEHOLDERS, "…") } : {}),
      icon: KINDS[kind].icon,
      run: () => open(`${KINDS[kind].page}/${hit.id}`),
    }))
  );
  if (!response.data.complete && exists("contacts")) {
    choices.push({
      id: "more contacts",
      kind: t("shell.kind.page"),
      label: t("shell.paletteMore", { text: debounced }),
      icon: "people",
      run: () => open("contacts", { search: debounced }),
    });
  }
  return { choices, isSearching: debounced !== typed || response.isPlaceholderData, hasFailed: false };
}
