import { t } from "../base/words.ts";

/** The word for MARKETING or TRANSACTIONAL. */
export const classWord = (type: string) =>
  t(type === "MARKETING" ? "templates.class.MARKETING" : "templates.class.TRANSACTIONAL");
