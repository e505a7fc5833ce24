### Studies.

studies = Studies
study = Study
studies-help = A study is a tree of variations on a game or a position, with comments, arrows and chapters.
study-new = New study
study-import = Open a file
study-open-rest = Open “{ $name }” without these parts
studies-device = On this device
studies-device-help = These studies are kept in this browser only, and open without a connection. Download those you want to keep.
studies-none = There are no studies here yet.
study-unnamed = Unnamed study
study-chapters = { $count ->
    [one] { $count } chapter
   *[other] { $count } chapters
}
study-delete = Delete
study-delete-sure = Delete for good?
study-empty = This study has no chapters. Add one under “Chapters”.
study-tab-moves = Moves
study-tab-chapters = Chapters
study-tab-analysis = Analysis
study-tab-share = Share
study-controls = Moves and drawing
study-undo = Undo
study-redo = Redo
study-moves = Moves
study-start = Start
study-variation = Variation
study-at = Turn { $turn }: { $what }
study-comment = Comment
study-glyphs = Judgement
study-glyph-aa = Brilliant
study-glyph-a = Good move
study-glyph-aq = Interesting move
study-glyph-qa = Inaccuracy
study-glyph-q = Mistake
study-glyph-qq = Blunder
study-promote = Move up
study-delete-branch = Delete from here
study-branch-deleted = Deleted. Undo brings it back.
study-draw = Choose the tile that is drawn.
study-chance = Choose what happens.
study-draws = Possible draws
study-draw-tile = { $tile }, { $count ->
    [one] { $count } left
   *[other] { $count } left
}
study-begins = { $name } begins
study-tool-arrow = Draw arrows
study-tool-feature = Highlight features
study-tool-arrow-help = Drag from tile to tile; tap a tile to mark it. Keyboard: arrow keys, then Enter at both ends. Drawing it again removes it.
study-tool-feature-help = Tap a city, road or field. Keyboard: arrow keys to a tile, then Enter for its next part. Tapping it again removes it.
study-colour = Colour
study-colour-green = Green
study-colour-red = Red
study-colour-blue = Blue
study-colour-yellow = Yellow
study-clear = Remove drawings
study-arrow-begun = The arrow begins here. Choose its end.
study-arrow-drawn = Arrow to { $place }
study-marked = Mark at { $place }
study-chapter-name = Chapter name
study-chapter-new = New chapter
study-chapter-add = Add a chapter
study-chapter-up = Move up
study-chapter-down = Move down
study-chapter-delete = Delete chapter
study-from = Start from
study-from-game = A new game
study-from-position = This position
study-from-text = A game or a link
study-from-text-help = Paste a record, a link to a game here, to the position editor or to CarcassonneLab, or choose a file.
study-choose-file = Choose a file
study-game = Game
study-seats = Players
study-expansions = { $count ->
    [0] Expansions: none
   *[other] Expansions: { $count }
}
study-create = Create
study-name = Name of the study
study-file = File
study-file-help = The whole study in one file. Open it again under “Studies”, on any device.
study-download = Download
study-saved = Saved
study-saving = Saving…
study-unsaved = Your last changes aren’t saved yet.
study-readonly = You can look at this study, but not change it.
study-stale = This study was changed elsewhere, so your last changes aren’t saved. Nothing is lost: keep them as a copy on this device, or load the other version.
study-keep-both = Keep both
study-reload = Load the other version
study-copy-of = { $name } (copy)
study-damaged = { $count ->
    [one] A part of this study is damaged and was left out:
   *[other] { $count } parts of this study are damaged and were left out:
}
study-damaged-more = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
study-in-chapter = Chapter { $number }, { $name }
study-in-node = Chapter { $number }, { $name }, move { $id }
study-skipped = { $count ->
    [one] { $count } move was left out.
   *[other] { $count } moves were left out.
}
study-damage-chapter = The chapter is incomplete.
study-damage-record = The game before the first position can’t be replayed.
study-damage-chapters = The study has too many chapters.
study-damage-node = The move is malformed.
study-damage-id = Another move has the same number.
study-damage-parent = The move before it is missing.
study-damage-cycle = The move follows itself.
study-damage-answer = The rules don’t allow this move here.
study-damage-nodes = The study has too many moves.
study-damage-notes = A comment, a judgement or a drawing is malformed; the move was kept.
studies-mine = Yours on the server
studies-public = Public studies
study-by = by { $name }
study-follow = Follow the author
study-share = Share
study-share-help = Put this study on the server to open it on other devices and to share it. This copy stays on the device.
study-sign-in = Sign in to share
study-upload = Put on the server
study-readers = Who can read it
study-readers-private = Only you
study-readers-link = Anyone with the link
study-readers-public = Everyone; listed under “Studies”
study-link = Link to this study
study-live-help = Readers see every change at once, and can follow the position that the author shows.
study-copy = Copy to this device
study-report = Report study
study-reported = Thank you. A moderator will look into it.
study-closed = A moderator hid this study from everyone else. Reason: { $reason }
study-review-lost = Loses about { $points } points and { $chance } of the chance to win.
study-review-best = The best line the analysis found.
study-review-name = Review of a game
study-review-chapter = The game

error-study_stale = This study was changed elsewhere.
error-bad_study = This isn’t a valid study file.
error-no_study = There’s no such study. It may have been deleted, or it’s private.
error-study_full = Your account’s space for studies is used up. Delete some first, or keep this one on the device.

## Openings

study-tab-openings = Openings
study-openings-help = See what was played from here in the newest finished games of this server with the same set-up.
study-openings-load = Load games
study-openings-games =
    { $count ->
        [one] { $count } game with this set-up, { $all } from this position.
       *[other] { $count } games with this set-up, { $all } from this position.
    }
study-openings-next = Next
study-openings-count = Games
study-openings-lead = Lead
study-openings-lead-help = Mean final lead of the player who began, over the best other player.
study-command-help = Type the number of a choice, or “help” for a list of commands. “back” shows the position before.
