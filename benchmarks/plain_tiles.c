/* The yardstick of benchmarks/tiles.py: the plain iterative way to fill a framed board.
 *
 * Row order; for what the left and the upper neighbour show and the class of the cell there
 * is a list of the oriented tiles that fit; a cursor a cell walks down that list, past the
 * tiles that are used. No recursion, no bit tricks: what one would write first in C.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 256, MAX_LABELS = 64 };

typedef struct {
    uint8_t tile, east, south, unused;
} Choice;

static Choice choices[4 * 9 * 4 * MAX_CELLS];
static int first[9][MAX_LABELS][MAX_LABELS], last[9][MAX_LABELS][MAX_LABELS];

/* Which third of the board a line lies in: 0 at the beginning, 2 at the end, else 1. */
static int third(int at, int size) { return at == 0 ? 0 : at == size - 1 ? 2 : 1; }

static int fits(int class, const uint8_t *edge, int frame) {
    int row = class / 3, column = class % 3;
    return (edge[0] == frame) == (row == 0) && (edge[1] == frame) == (column == 2) &&
           (edge[2] == frame) == (row == 2) && (edge[3] == frame) == (column == 0);
}

/* tiles: N E S W each, labels below 64; a label matches itself; `frame` stands all round.
 * Returns the number of fillings; *placements counts the tiles put down. */
int64_t plain_count(int rows, int columns, int frame, const uint8_t *tiles, int64_t *placements) {
    int cells = rows * columns, total = 0;
    for (int class = 0; class < 9; class++)
        for (int north = 0; north < MAX_LABELS; north++)
            for (int west = 0; west < MAX_LABELS; west++) {
                first[class][north][west] = total;
                for (int tile = 0; tile < cells; tile++)
                    for (int turn = 0; turn < 4; turn++) {
                        uint8_t edge[4];
                        for (int side = 0; side < 4; side++)
                            edge[side] = tiles[4 * tile + ((side - turn) & 3)];
                        if (edge[0] == north && edge[3] == west && fits(class, edge, frame))
                            choices[total++] = (Choice){tile, edge[1], edge[2], 0};
                    }
                last[class][north][west] = total;
            }

    int class_of[MAX_CELLS], cursor[MAX_CELLS], end[MAX_CELLS], placed[MAX_CELLS];
    uint8_t south[2 * MAX_CELLS], used[MAX_CELLS];
    memset(used, 0, sizeof used);
    memset(south, frame, sizeof south); /* south[c]: what cell c - columns shows downwards */
    for (int cell = 0; cell < cells; cell++)
        class_of[cell] = 3 * third(cell / columns, rows) + third(cell % columns, columns);

    int64_t count = 0, done = 0;
    int cell = 0;
    cursor[0] = first[class_of[0]][frame][frame];
    end[0] = last[class_of[0]][frame][frame];
    while (cell >= 0) {
        while (cursor[cell] < end[cell] && used[choices[cursor[cell]].tile])
            cursor[cell]++;
        if (cursor[cell] == end[cell]) {
            if (--cell >= 0)
                used[placed[cell]] = 0;
            continue;
        }
        Choice choice = choices[cursor[cell]++];
        done++;
        if (cell == cells - 1) {
            count++;
            continue;
        }
        placed[cell] = choice.tile;
        used[choice.tile] = 1;
        south[cell + columns] = choice.south;
        cell++;
        cursor[cell] = first[class_of[cell]][south[cell]][choice.east];
        end[cell] = last[class_of[cell]][south[cell]][choice.east];
    }
    *placements = done;
    return count;
}
