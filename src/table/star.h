/* In result tables "*" stands for all kinds, nodes or events together. What a source itself calls
 * "*" is kept in quotes, so that nobody takes it for all of them. */
#ifndef TABLE_STAR_H
#define TABLE_STAR_H

#define STAR_AS_NAME "“*”"

#endif
