/* The unit of a column, as tables.def writes it, for those who show its numbers. */
#ifndef TABLE_COLUMN_UNIT_H
#define TABLE_COLUMN_UNIT_H

struct column_unit {
    const char *base; /* a base unit (util/quantity.h); "" for a plain number */
    double factor;    /* × the column's number = the value in it */
    char column[32];  /* the text column in which each row names its own; "": all have `base` */
};

/* NULL: a plain number. */
struct column_unit column_unit_of(const char *unit);

#endif
