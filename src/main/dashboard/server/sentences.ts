import { learn } from "../kit/server-words.ts";
import { ABOUT_PEOPLE } from "./people.ts";
import { ABOUT_PROJECTS } from "./projects.ts";
import { ABOUT_TEXTS } from "./texts.ts";
import { ABOUT_WORK } from "./work.ts";

/** Loaded with the pages of who is signed in, as are the words of the catalogue "server". */
[ABOUT_PEOPLE, ABOUT_PROJECTS, ABOUT_WORK, ABOUT_TEXTS].forEach(learn);
