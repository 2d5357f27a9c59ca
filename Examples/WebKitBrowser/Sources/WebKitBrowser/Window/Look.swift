/// The style of the windows, for light and dark themes.
let look = """
  popover > contents { padding: 4px; }
  .titlebar { padding: 0 6px; background: shade(@theme_bg_color, .92); }
  .tabs { padding: 4px 0; }
  .tab { margin-right: 4px; border-radius: 8px; padding: 1px; background: alpha(currentColor, .05); }
  .tab:hover { background: alpha(currentColor, .10); }
  .tab.active { background: @theme_base_color; box-shadow: 0 0 0 1px alpha(currentColor, .18); }
  .tab.active > box > label { font-weight: bold; }
  .tab.asleep label { opacity: .6; }
  .tab > box { padding: 5px 4px 5px 10px; border-radius: 8px; }
  .tab > box:focus-visible { outline: 2px solid alpha(@theme_selected_bg_color, .6); }
  .tab button { min-height: 26px; padding: 0 8px; border: none; background: none; box-shadow: none; }
  .tab button.circular { min-height: 20px; min-width: 20px; padding: 0; margin: 4px 4px 4px 0;
    border-radius: 10px; }
  .tab button.circular:hover { background: alpha(currentColor, .15); }
  .chip { min-width: 60px; border-radius: 12px; padding: 0 10px; min-height: 24px; margin: 3px 4px 3px 0; border: none;
    color: white; font-weight: bold; background-image: none; }
  .toolbar { padding: 4px 6px; }
  .toolbar > button, .toolbar > menubutton > button { min-width: 34px; padding: 0 2px; }
  .address { margin: 0 6px; }
  .address entry { border-radius: 17px; padding: 0 14px; min-height: 34px; }
  .address button { border-radius: 17px; min-height: 30px; padding: 0 8px; }
  .address entry.insecure image.left { color: @warning_color; }
  .hang { padding: 6px 12px; background: alpha(@warning_color, .18);
    border-bottom: 1px solid alpha(currentColor, .15); }
  progressbar > trough, progressbar > trough > progress { margin: 0; padding: 0; border: none; min-width: 0; }
  .refusal { color: @error_color; padding: 0 20px 6px 20px; }
  .bookmarks { padding: 0 8px 4px 8px; }
  .bookmarks button { min-height: 24px; padding: 0 8px; font-weight: normal; }
  .suggestions row { padding: 7px 10px; }
  .choice { padding: 6px 12px; }
  .title { font-weight: bold; }
  .greeting { font-size: 26px; font-weight: bold; }
  .start { padding: 56px 24px; }
  .start .heading { margin-top: 18px; }
  .devices { padding: 12px 24px 24px; }
  .trouble, .question { padding: 24px; }
  .choices { padding: 4px; }
  .tile { padding: 12px; border-radius: 10px; }
  .cards { padding: 20px; }
  .card { padding: 8px; border-radius: 12px; }
  .card .picture { border-radius: 8px; background: alpha(currentColor, .06); }
  .card.active { box-shadow: inset 0 0 0 2px @theme_selected_bg_color; }
  .card.gone { opacity: .75; }
  .panel { padding: 8px; border-left: 1px solid alpha(currentColor, .15); }
  .panel list { background: none; }
  .panel row { border-radius: 8px; padding: 6px 8px; }
  .panel .faint { opacity: .65; }
  .panel entry { margin: 6px 0; }
  scrolledwindow > undershoot.top, scrolledwindow > undershoot.bottom,
  scrolledwindow > undershoot.left, scrolledwindow > undershoot.right { background: none; border: none; }
  .card label { min-width: 60px; }
  .narrow .past-bar button { padding: 4px 6px; }
  .past-bar { padding: 6px 12px; border-top: 1px solid alpha(currentColor, .15); }
  .find, .form { padding: 8px; }
  .bottom { padding: 2px; border-top: 1px solid alpha(currentColor, .15); }
  .bottom button { min-height: 40px; }
  .notice { background: @theme_fg_color; color: @theme_bg_color; border-radius: 16px;
    padding: 8px 18px; margin: 20px; }
  .private .titlebar { background: shade(@theme_bg_color, .82); }
  """ + groupColors

/// The style for displays without transparency, where shadows and rounded corners would be black.
let opaqueLook = """
  popover, popover > arrow { background: none; }
  popover > contents { box-shadow: none; border-radius: 0; margin: 0; }
  """

/// The style of groups. Each tab is underlined in the colour of its group, and a label shows the
/// group's name.
private let groupColors = [
  ("grey", "#77767b"), ("blue", "#1c71d8"), ("red", "#c01c28"), ("yellow", "#c88800"),
  ("green", "#26a269"), ("pink", "#d16d9e"), ("purple", "#813d9c"), ("cyan", "#0f8b8d"),
  ("orange", "#e66100"),
].map { name, color in
  "\n.chip.group-\(name) { background-color: \(color); }"
    + "\n.tab.group-\(name) { box-shadow: inset 0 -2px 0 0 \(color); }"
}.joined()
