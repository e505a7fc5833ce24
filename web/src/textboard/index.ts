// The text board: a table in words, for people who do not see the board (docs/text-board.md).

import { loadMessages } from "./messages";
import TextBoard from "./TextBoard.svelte";

await loadMessages();

export { TextBoard };
