import { registerSentences } from "../kit/server-words.ts";
import { ACCOUNT_SENTENCES } from "./accounts.ts";
import { EMAIL_SENTENCES } from "./emails.ts";
import { PROJECT_SENTENCES } from "./projects.ts";
import { WORKFLOW_SENTENCES } from "./workflows.ts";

/** Loaded with the pages of who is signed in, as are the words of the catalogue "server". */
[ACCOUNT_SENTENCES, PROJECT_SENTENCES, WORKFLOW_SENTENCES, EMAIL_SENTENCES].forEach(registerSentences);
