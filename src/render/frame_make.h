/* A figure measured: its frame made. */
#ifndef RENDER_FRAME_MAKE_H
#define RENDER_FRAME_MAKE_H

#include "render/frame.h"

/* Measures the figure into `box`; the frame's small things live in the arena. */
void frame_init(struct frame *frame, struct arena *arena, struct text_engine *text,
                const struct figure *figure, struct box box, const struct paint_style *style);
void frame_release(struct frame *frame);

#endif
