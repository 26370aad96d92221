import type { CaughtMessage, MessageView } from "../generated/api.ts";

/** A caught message as the list shows it. */
export type Head = CaughtMessage;

/** A caught message, taken apart. */
export type Caught = MessageView;

export const recipientOf = (mail: Head) => mail.to || mail.envelope.to;
export const senderOf = (mail: Head) => mail.from || mail.envelope.from;

/** Finds words anywhere in a head; "to:", "from:" and "subject:" before a word look there alone. */
export function matching(heads: Head[], search: string): Head[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return heads.filter((mail) => {
    const parts: Record<string, string> = {
      to: `${mail.to} ${mail.envelope.to}`.toLowerCase(),
      from: `${mail.from} ${mail.envelope.from}`.toLowerCase(),
      subject: mail.subject.toLowerCase(),
    };
    const all = Object.values(parts).join(" ");
    return words.every((word) => {
      const [, part = "", rest = ""] = word.match(/^(to|from|subject):(.*)$/) ?? [];
      return part ? parts[part]!.includes(rest) : all.includes(word);
    });
  });
}
