import type { CaughtMessage, MessageView } from "../generated/api.ts";

/** A caught message as the list shows it. */
export type Head = CaughtMessage;

/** A caught message, taken apart. */
export type Caught = MessageView;

export const recipientOf = (message: Head) => message.to || message.envelope.to;
export const senderOf = (message: Head) => message.from || message.envelope.from;

/** Finds words anywhere in a head; "to:", "from:" and "subject:" before a word look there alone. */
export function matching(heads: Head[], search: string): Head[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return heads.filter((head) => {
    const parts: Record<string, string> = {
      to: `${head.to} ${head.envelope.to}`.toLowerCase(),
      from: `${head.from} ${head.envelope.from}`.toLowerCase(),
      subject: head.subject.toLowerCase(),
    };
    const all = Object.values(parts).join(" ");
    return words.every((word) => {
      const [, part = "", rest = ""] = word.match(/^(to|from|subject):(.*)$/) ?? [];
      return part ? parts[part]!.includes(rest) : all.includes(word);
    });
  });
}
