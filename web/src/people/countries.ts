// Countries by their codes of ISO 3166-1 alpha-2, with their flags. The server accepts the same codes.

import { language } from "../shared/i18n.svelte";

const COUNTRIES = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD " +
  "CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF " +
  "GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN " +
  "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA " +
  "NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI " +
  "SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI " +
  "VN VU WF WS YE YT ZA ZM ZW"
).split(" ");

/** Side of the square in which a flag is drawn to find out how it looks, in pixels. */
const SAMPLE_SIZE = 32;
/** Difference between two colour channels from which a pixel is not grey. */
const COLOURED = 60;

/** Returns the name of a country in the page's language. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(language(), { type: "region", fallback: "code" }).of(code) ?? code;

/** Returns all countries, sorted by name. */
export function countries(): { code: string; name: string }[] {
  const { compare } = new Intl.Collator(language());
  return COUNTRIES.map((code) => ({ code, name: countryName(code) })).sort((one, other) => compare(one.name, other.name));
}

const emoji = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) - "A".charCodeAt(0) + 0x1f1e6));

let drawn: boolean | null = null;

/** Returns whether this platform draws emoji of flags: in colours. Without them it shows letters or boxes. */
function drawsFlags(): boolean {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!pen) return false;
  pen.font = `${SAMPLE_SIZE / 2}px sans-serif`;
  pen.textBaseline = "top";
  pen.fillText(emoji("UA"), 0, 0);
  const { data } = pen.getImageData(0, 0, SAMPLE_SIZE, SAMPLE_SIZE);
  for (let at = 0; at < data.length; at += 4) {
    const pixel = [...data.slice(at, at + 3)];
    if (Math.max(...pixel) - Math.min(...pixel) >= COLOURED) return true;
  }
  return false;
}

/** Returns the emoji of a country's flag; null if this platform cannot draw it. */
export const flagEmoji = (code: string): string | null => ((drawn ??= drawsFlags()) ? emoji(code) : null);
