import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../base/api.ts";
import { usePageExists, usePlaces, useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import type { IconName } from "../kit/icon.tsx";

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
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Contact {
  id: string;
  email: string;
}

/** Things of the project that match what is typed: contacts by a part of their address, a message by its id. */
export function useFound(text: string): Choice[] {
  const project = useProject();
  const exists = usePageExists();
  const { open } = usePlaces();
  const sought = useSettled(text.trim());
  const contacts = useQuery({
    queryKey: ["palette", project, sought],
    queryFn: ({ signal }) => api.get("/contacts", { query: { search: sought, limit: 5 }, signal }),
    enabled: Boolean(project) && sought.length > 2 && !UUID.test(sought) && exists("contacts/any"),
    staleTime: 30_000,
  });
  if (UUID.test(sought)) {
    const choice = (kind: "message" | "contact", path: string): Choice => ({
      id: `${kind} ${sought}`,
      kind: t(`app.page.${kind}`),
      label: sought,
      icon: kind === "message" ? "mail" : "person",
      act: () => open(`${path}/${sought}`),
    });
    return [
      ...(exists("messages/any") ? [choice("message", "messages")] : []),
      ...(exists("contacts/any") ? [choice("contact", "contacts")] : []),
    ];
  }
  return ((contacts.data?.data ?? []) as Contact[]).map((contact) => ({
    id: contact.id,
    kind: t("app.page.contact"),
    label: contact.email,
    icon: "person",
    act: () => open(`contacts/${contact.id}`),
  }));
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
