package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.TreeConstruction.Mode;

/**
 * Rules for tags and text in a table (WHATWG HTML, 13.2.6.4.9 to 13.2.6.4.15). Long because seven
 * modes hand over to each other.
 */
final class TableRules {

  private static final ElementName TABLE = ElementName.of("table");
  private static final ElementName CAPTION = ElementName.of("caption");
  private static final ElementName COLGROUP = ElementName.of("colgroup");
  private static final ElementName TBODY = ElementName.of("tbody");
  private static final ElementName TR = ElementName.of("tr");
  private static final ElementName TD = ElementName.of("td");
  private static final ElementName TH = ElementName.of("th");

  private final TreeConstruction tree;
  private final OpenElements open;
  private final FormattingElements formatting;
  private final BodyRules body;

  TableRules(TreeConstruction tree, BodyRules body) {
    this.tree = tree;
    this.open = tree.open;
    this.formatting = tree.formatting;
    this.body = body;
  }

  void start(ElementName name, StartTag tag) {
    switch (tree.mode) {
      case IN_TABLE -> startInTable(name, tag);
      case IN_CAPTION -> {
        if (!isPart(name)) {
          body.start(name, tag);
        } else if (open.inScope(CAPTION, ElementName.TABLE_SCOPE)) {
          endCaption();
          startInTable(name, tag);
        }
      }
      case IN_COLUMNS -> startInColumns(name, tag);
      case IN_TABLE_BODY -> startInBody(name, tag);
      case IN_ROW -> startInRow(name, tag);
      default -> {
        if (!isPart(name)) {
          body.start(name, tag);
        } else if (closeCell()) {
          tree.startHtml(name, tag);
        }
      }
    }
  }

  private static boolean isPart(ElementName name) {
    return switch (name.rule()) {
      case CAPTION, COLUMN, COLUMNS, TABLE_BODY, CELL, ROW -> true;
      default -> false;
    };
  }

  private void startInTable(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case CAPTION -> {
        begin(name, tag, ElementRule.TABLE, Mode.IN_CAPTION);
        formatting.mark();
      }
      case COLUMNS -> begin(name, tag, ElementRule.TABLE, Mode.IN_COLUMNS);
      case COLUMN -> {
        imply(COLGROUP, ElementRule.TABLE, Mode.IN_COLUMNS);
        startInColumns(name, tag);
      }
      case TABLE_BODY -> begin(name, tag, ElementRule.TABLE, Mode.IN_TABLE_BODY);
      case CELL, ROW -> {
        imply(TBODY, ElementRule.TABLE, Mode.IN_TABLE_BODY);
        startInBody(name, tag);
      }
      case TABLE -> {
        Mode before = tree.mode;
        open.popTo(TABLE);
        tree.resetMode();
        if (tree.mode == before) {
          // As jsoup has it where a table stood in a table's frame.
          tree.insert(name, tag);
        } else {
          tree.startHtml(name, tag);
        }
      }
      case SCRIPT, TEMPLATE -> tree.head.insert(name, tag);
      case HEAD_RAW -> {
        if (name.toString().equals("style")) {
          tree.head.insert(name, tag);
        } else {
          startFostered(name, tag);
        }
      }
      case NOSCRIPT -> tree.startIsland(name, TreeConstruction.Following.RAW);
      case INPUT -> {
        if ("hidden".equalsIgnoreCase(tag.value(AttributeName.TYPE))) {
          tree.pass(name, tag);
        } else {
          startFostered(name, tag);
        }
      }
      case FORM -> {
        if (!body.hasForm()) {
          int unused = body.newForm();
          tree.pass(name, tag);
        }
      }
      default -> startFostered(name, tag);
    }
  }

  private void begin(ElementName name, StartTag tag, ElementRule in, Mode next) {
    open.clearTo(in);
    tree.insert(name, tag);
    tree.mode = next;
  }

  /** Begins an element whose tag is missing. */
  private void imply(ElementName name, ElementRule in, Mode next) {
    open.clearTo(in);
    tree.insert(name);
    tree.mode = next;
  }

  private void leave(ElementRule element, Mode next) {
    open.clearTo(element);
    open.pop();
    tree.mode = next;
  }

  private void startFostered(ElementName name, StartTag tag) {
    tree.fosters = true;
    body.start(name, tag);
    tree.fosters = false;
  }

  private void startInColumns(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case HTML -> body.start(name, tag);
      case COLUMN -> tree.pass(name, tag);
      case TEMPLATE -> tree.head.insert(name, tag);
      default -> {
        if (leaveColumns()) {
          tree.startHtml(name, tag);
        }
      }
    }
  }

  private boolean leaveColumns() {
    if (!open.currentIs(COLGROUP)) {
      return false;
    }
    open.pop();
    tree.mode = Mode.IN_TABLE;
    return true;
  }

  private void startInBody(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case ROW -> begin(name, tag, ElementRule.TABLE_BODY, Mode.IN_ROW);
      case CELL -> {
        imply(TR, ElementRule.TABLE_BODY, Mode.IN_ROW);
        startInRow(name, tag);
      }
      case CAPTION, COLUMN, COLUMNS, TABLE_BODY -> {
        if (leaveBody()) {
          startInTable(name, tag);
        }
      }
      default -> startInTable(name, tag);
    }
  }

  private boolean leaveBody() {
    boolean found = isBodyOpen();
    if (found) {
      leave(ElementRule.TABLE_BODY, Mode.IN_TABLE);
    }
    return found;
  }

  private boolean isBodyOpen() {
    for (int at = open.size() - 1; at >= 0; at--) {
      boolean found = open.name(at).rule() == ElementRule.TABLE_BODY;
      if (found || open.has(at, ElementName.TABLE_SCOPE)) {
        open.lookedDownTo(at);
        return found;
      }
    }
    return false;
  }

  private void startInRow(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case CELL -> {
        begin(name, tag, ElementRule.ROW, Mode.IN_CELL);
        formatting.mark();
      }
      case CAPTION, COLUMN, COLUMNS, TABLE_BODY, ROW -> {
        if (leaveRow()) {
          startInBody(name, tag);
        }
      }
      default -> startInTable(name, tag);
    }
  }

  private boolean leaveRow() {
    boolean found = open.inScope(TR, ElementName.TABLE_SCOPE);
    if (found) {
      leave(ElementRule.ROW, Mode.IN_TABLE_BODY);
    }
    return found;
  }

  private boolean closeCell() {
    boolean td = open.inScope(TD, ElementName.TABLE_SCOPE);
    if (!td && !open.inScope(TH, ElementName.TABLE_SCOPE)) {
      return false;
    }
    endCell(td ? TD : TH);
    return true;
  }

  private void endCell(ElementName cell) {
    open.endImplied(null);
    open.popTo(cell);
    formatting.clearToMarker();
    tree.mode = Mode.IN_ROW;
  }

  private void endCaption() {
    open.endImplied(null);
    open.popTo(CAPTION);
    formatting.clearToMarker();
    tree.mode = Mode.IN_TABLE;
  }

  void end(ElementName name) {
    switch (tree.mode) {
      case IN_TABLE -> endInTable(name);
      case IN_CAPTION -> endInCaption(name);
      case IN_COLUMNS -> endInColumns(name);
      case IN_TABLE_BODY -> endInBody(name);
      case IN_ROW -> endInRow(name);
      default -> endInCell(name);
    }
  }

  private void endInTable(ElementName name) {
    switch (name.rule()) {
      case TABLE -> {
        if (open.inScope(TABLE, ElementName.TABLE_SCOPE)) {
          open.popTo(TABLE);
          tree.resetMode();
        }
      }
      case BODY, CAPTION, COLUMN, COLUMNS, HTML, TABLE_BODY, CELL, ROW, TEMPLATE -> {}
      default -> {
        tree.fosters = true;
        body.end(name);
        tree.fosters = false;
      }
    }
  }

  private void endInCaption(ElementName name) {
    boolean inCaption = open.inScope(CAPTION, ElementName.TABLE_SCOPE);
    switch (name.rule()) {
      case CAPTION -> {
        if (inCaption) {
          endCaption();
        }
      }
      case TABLE -> {
        if (inCaption) {
          endCaption();
          endInTable(name);
        }
      }
      case BODY, COLUMN, COLUMNS, HTML, TABLE_BODY, CELL, ROW -> {}
      default -> body.end(name);
    }
  }

  private void endInColumns(ElementName name) {
    switch (name.rule()) {
      case COLUMNS -> {
        boolean unused = leaveColumns();
      }
      case COLUMN, TEMPLATE -> {}
      default -> {
        if (leaveColumns()) {
          tree.endHtml(name);
        }
      }
    }
  }

  private void endInBody(ElementName name) {
    switch (name.rule()) {
      case TABLE_BODY -> {
        if (open.inScope(name, ElementName.TABLE_SCOPE)) {
          leave(ElementRule.TABLE_BODY, Mode.IN_TABLE);
        }
      }
      case TABLE -> {
        if (leaveBody()) {
          endInTable(name);
        }
      }
      case BODY, CAPTION, COLUMN, COLUMNS, HTML, CELL, ROW -> {}
      default -> endInTable(name);
    }
  }

  private void endInRow(ElementName name) {
    switch (name.rule()) {
      case ROW -> {
        boolean unused = leaveRow();
      }
      case TABLE -> {
        if (leaveRow()) {
          endInBody(name);
        }
      }
      case TABLE_BODY -> {
        if (open.inScope(name, ElementName.TABLE_SCOPE) && leaveRow()) {
          endInBody(name);
        }
      }
      case BODY, CAPTION, COLUMN, COLUMNS, HTML, CELL -> {}
      default -> endInTable(name);
    }
  }

  private void endInCell(ElementName name) {
    switch (name.rule()) {
      case CELL -> {
        if (open.inScope(name, ElementName.TABLE_SCOPE)) {
          endCell(name);
        } else {
          tree.mode = Mode.IN_ROW;
        }
      }
      case BODY, CAPTION, COLUMN, COLUMNS, HTML -> {}
      case TABLE, TABLE_BODY, ROW -> {
        if (open.inScope(name, ElementName.TABLE_SCOPE) && closeCell()) {
          tree.endHtml(name);
        }
      }
      default -> body.end(name);
    }
  }

  /** Text outside cells and captions. */
  void text(int from, int to, boolean hasReferences) {
    boolean blank = tree.isBlank(from, to, hasReferences);
    if (tree.mode == Mode.IN_COLUMNS) {
      if (!blank && leaveColumns()) {
        text(from, to, hasReferences);
      }
    } else if (!open.currentHas(ElementName.FOSTERS)) {
      tree.textInBody(from, to, hasReferences);
    } else if (!blank) {
      throw Doubt.FOSTER_PARENTING.exception();
    }
  }
}
