import { useCurrentProject } from "../app/session.tsx";
import type { Email } from "./api.ts";

/** Says of an email whether its opens and clicks are counted: by its own setting, else by the project's. */
export function useTracked(): (email: Email) => boolean {
  const project = useCurrentProject();
  return (email) => email.tracking ?? (email.sourceType !== "INBOUND" && isOn(project?.tracking, email.type));
}

function isOn(setting: string | undefined, type: string) {
  return setting === "ENABLED" || (setting === "MARKETING_ONLY" && type !== "TRANSACTIONAL");
}
