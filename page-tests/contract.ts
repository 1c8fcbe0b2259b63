// The page's own types against the wire types: what the page reads must be what the program writes,
// and what the page sends must be what the program accepts.

import type * as Page from "../crates/serve/page/types.js";

/** Fails to compile if the wire type lacks a field that the page's type reads, or has it with another type. */
type Reads<Ours, Theirs extends Ours> = [Ours, Theirs];

export type Checked = [
  Reads<Page.Cell, Wire.Cell>,
  Reads<Page.Setting, Wire.Setting>,
  Reads<Page.Term, Wire.Term>,
  Reads<Page.Violation, Wire.Violation>,
  Reads<Page.Failure, Wire.Failure>,
  Reads<Page.Claim, Wire.Claim>,
  Reads<Page.Theme, Wire.ThemeName>,
  Reads<Page.OptionRow, Wire.OptionRow>,
  Reads<Page.Engine, Wire.Engine>,
  Reads<Page.Maker, Wire.Maker>,
  Reads<Page.Format, Wire.Format>,
  Reads<Page.Breakdown, Wire.Breakdown>,
  Reads<Page.Family, Wire.Family>,
  Reads<Page.MakeResult, Wire.MakeResult>,
  Reads<Page.RecordResult, Wire.RecordResult>,
  Reads<Page.LookResult, Wire.LookResult>,
  Reads<Page.Line, Wire.Line>,
];
