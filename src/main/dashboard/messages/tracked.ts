import { useCurrentProject } from "../app/session.tsx";
import type { Message } from "./mail.ts";

/** Says of an email whether its opens and clicks are counted: by its own setting, else by the project's. */
export function useTracked(): (mail: Message) => boolean {
  const project = useCurrentProject();
  return (mail) => mail.tracking ?? (mail.sourceType !== "INBOUND" && isOn(project?.tracking, mail.type));
}

function isOn(setting: string | undefined, type: string) {
  return setting === "ENABLED" || (setting === "MARKETING_ONLY" && type !== "TRANSACTIONAL");
}
