import { translator } from "../kit/server-words.ts";

/** Sentences of the server about what DNS has, and about records that are left out. */
export const translate = translator({
  "The text there is no DKIM key": "domains.server.noKey",
  "The key is empty, which revokes it; set the value as it is shown": "domains.server.emptyKey",
  "The key type (k=) must be {type}": "domains.server.keyType",
  "The hashes (h=) must allow sha256, or be left out": "domains.server.keyHashes",
  "The services (s=) must allow email, or be left out": "domains.server.keyServices",
  "The key is cut off; it has to be complete, in several strings if need be": "domains.server.keyCut",
  "Another key is published; set the value as it is shown": "domains.server.otherKey",
  "There are {count} keys at this name; remove the others, receivers may take any of them": "domains.server.manyKeys",
  "There are {count} SPF records; there must be one": "domains.server.manySpf",
  "“{mechanism}” is missing in it": "domains.server.spfLacks",
  "There are {count} DMARC records; there must be one": "domains.server.manyDmarc",
  "Mail for this name goes elsewhere": "domains.server.mxElsewhere",
  "Only {host} may take mail for this name": "domains.server.mxOthers",
  "It leads elsewhere": "domains.server.aliasElsewhere",
  "The record that leads bounces back is left out, because this installation has no public name. Set public.url (GODWIT_PUBLIC_URL) or domains.mx (GODWIT_DOMAINS_MX).":
    "domains.server.noReturnPath",
  "The record for SPF is left out, because this installation has no public name. Set public.url (GODWIT_PUBLIC_URL) or domains.spf (GODWIT_DOMAINS_SPF).":
    "domains.server.noSpf",
  "The record for tracked links is left out, because this installation has no public name. Set public.url (GODWIT_PUBLIC_URL).":
    "domains.server.noLinks",
});
